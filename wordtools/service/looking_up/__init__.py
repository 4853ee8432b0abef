"""The look-up door: for each list of the service, the look-up page of `publishing` with study."""
