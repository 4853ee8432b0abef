"""Signs files: keys and signatures in minisign's formats, and trusted keys."""
