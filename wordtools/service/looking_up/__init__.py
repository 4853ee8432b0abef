"""The look-up door. For each list of the service, it serves the look-up page of `publishing`, with
study aids."""
