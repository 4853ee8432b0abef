"""`wordtools log`: `reading` prints the rulings, `proving` shows that nobody has changed them, and
`changing` voids a ruling or copies the log."""

# The help lists the commands in this order.
# isort: off
from wordtools.cli.log import reading as reading
from wordtools.cli.log import proving as proving
from wordtools.cli.log import changing as changing
