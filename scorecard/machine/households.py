"""Which household an address stands for, so that limits can count households.

Addresses of IPv6 cost nothing, so that a stranger could have as many as they like; of the networks
that providers hand out to households they have one.
"""

from __future__ import annotations

import ipaddress

IPV6_BITS = 64
"""Bits of an IPv6 address that a household shares: the others are its own to choose."""


def household_of(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 household; what is neither as it is."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, IPV6_BITS), strict=False))
