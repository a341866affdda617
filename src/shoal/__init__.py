"""Shoal de-identifies health data and builds prediction models that keep patients private."""
