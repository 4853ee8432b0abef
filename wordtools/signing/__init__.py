"""Signs files with keys and signatures in minisign's formats, and decides which keys to trust."""
