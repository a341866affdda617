"""Graphs whose nodes are records: edges become counts within and between clusters.

Campan, Truta: Data and structural k-anonymity in social networks. Privacy, Security, and Trust in
KDD, 2009, doi:10.1007/978-3-642-01718-6_4; paper 002, docs/theory/clusters.md.
"""
