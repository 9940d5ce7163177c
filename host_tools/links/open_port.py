"""Opens the cable to a table by the name that a person gives: a port, `auto`, or `sim:FOLDER`."""

import click

from host_tools.completion import complete_ports
from host_tools.links.port import Port
from host_tools.ports import AUTO, resolve_port, simulated_folder

port_option = click.option(
    "--port",
    default=AUTO,
    show_default=True,
    shell_complete=complete_ports,
    help="The table's port, rfc2217://HOST:PORT, or sim:FOLDER for a simulated board.",
)


def open_port(name: str) -> Port:
    """NotReached where it can't be opened; the message says what to do."""
    folder = simulated_folder(name)
    if folder is not None:
        from host_tools.simulator.simulated_port import open_simulated_port  # only a simulated table needs it

        return open_simulated_port(folder)
    name = resolve_port(name)
    from host_tools.links.serial_port import SerialPort  # takes longer to import than help may take

    return SerialPort(name)
