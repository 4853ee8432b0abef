"""The look-up door: the look-up page of `publishing` for each list of the service, for study."""
