"""The version of the package, in the one place that everything may import."""

VERSION = "0.1.0"
