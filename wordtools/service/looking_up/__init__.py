"""The look-up door: serves, for each list of the service, the look-up page of `publishing` with
study aids."""
