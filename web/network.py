"""The address of this server that phones at the table can reach, chosen among all interfaces of the machine.

Never taken from the Host header: the page may be open as "localhost" on the laptop itself, and a header can be forged.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vbox|vmware|hyper-?v|vethernet|wsl|lxc|lxd|podman|cni|flannel|kube|"
    r"tun|tap|wg\d|wireguard|utun|ppp|zt|tailscale|ham|vpn|ipsec|nordlynx|awdl|llw|bridge|isatap|teredo|bluetooth",
    re.IGNORECASE,
)
_RADIO = re.compile(r"wlan|wl[pxo]|wi-?fi|airport", re.IGNORECASE)
_WIRE = re.compile(r"eth|en[opsx]?\d|lan", re.IGNORECASE)
_HOME = ipaddress.ip_network("192.168.0.0/16")


@dataclass(frozen=True)
class Interface:
    """A network interface as the system lists it."""

    name: str
    addresses: tuple[str, ...]
    is_up: bool = True


def interfaces() -> list[Interface]:
    """The interfaces of this machine."""
    stats = psutil.net_if_stats()
    return [
        Interface(
            name,
            tuple(a.address.split("%")[0] for a in addresses if a.family in (socket.AF_INET, socket.AF_INET6)),
            name in stats and stats[name].isup,
        )
        for name, addresses in psutil.net_if_addrs().items()
    ]


def default_address() -> str | None:
    """The address that packets to elsewhere would leave from. Nothing is sent: a UDP socket only looks up the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def ranked_addresses(found: Iterable[Interface], default: str | None = None) -> list[str]:
    """The addresses that phones may reach, the likeliest first; empty where there is none but the machine's own."""
    rated = []
    for interface in found:
        for text in interface.addresses:
            rating = _rating(interface, text, default)
            if rating is not None:
                rated.append((rating, text))
    return [text for _, text in sorted(rated, key=lambda entry: (-entry[0], ipaddress.ip_address(entry[1]).packed))]


def join_urls(public_url: str, host: str, port: int) -> list[str]:
    """The base addresses to offer, the best first. Without a network only this machine's own is left.

    `0.0.0.0` listens to IPv4 alone, `::` to IPv6 alone, `*` to both: no other address would answer.
    """
    if public_url:
        return [public_url]
    bound = ipaddress.ip_address(host) if _is_address(host) else None
    if bound is None and host not in ("", "*"):
        return [f"http://{host}:{port}"]
    if bound is not None and not bound.is_unspecified:
        return [base_url(host, port)]
    found = ranked_addresses(interfaces(), default_address())
    answering = [text for text in found if bound is None or ipaddress.ip_address(text).version == bound.version]
    own = "::1" if bound is not None and bound.version == 6 else "127.0.0.1"
    return [base_url(address, port) for address in answering or [own]]


def base_url(address: str, port: int) -> str:
    """The address as a link."""
    shown = f"[{address}]" if ":" in address else address
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _rating(interface: Interface, text: str, default: str | None) -> int | None:
    """How likely phones reach this address (more is likelier); None where none can.

    None: the machine's own, a dead interface, and link-local IPv6, which no browser opens (it needs a zone).

    A virtual interface (VPN, containers) loses against any real one even when the default route leads through it.
    """
    address = ipaddress.ip_address(text)
    if address.is_loopback or address.is_unspecified or address.is_multicast or not interface.is_up:
        return None
    if address.version == 6 and address.is_link_local:
        return None
    rating = 0
    if _VIRTUAL.search(interface.name):
        rating -= 100
    elif _RADIO.match(interface.name):
        rating += 20
    elif _WIRE.match(interface.name):
        rating += 10
    if address.is_link_local:
        rating -= 80
    if address.version == 6:
        rating -= 40
    elif address in _HOME:
        rating += 12
    elif address.is_private:
        rating += 8
    if text == default:
        rating += 15
    return rating


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
