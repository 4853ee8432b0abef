"""Signatures of files: keys and signatures in minisign's formats, and whom a judge trusts."""
