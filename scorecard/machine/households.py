"""The household of an IP address, which limits count.

A stranger can have any number of IPv6 addresses, but only the one network of a household.
"""

from __future__ import annotations

import ipaddress

IPV6_BITS = 64
"""Bits of an IPv6 address that a household shares: the others are its own to choose."""


def household_of(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address; any other text as it is."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, IPV6_BITS), strict=False))
