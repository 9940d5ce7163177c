"""`tablectl completion`: the script by which a shell completes commands, options, ports, boards and files."""

import click

from host_tools.completion import SHELLS, script_of


@click.command(
    epilog="Example: tablectl completion bash > ~/.local/share/bash-completion/completions/tablectl"
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    The shell reads it at its start, where it was put into the right folder:

    \b
      bash  ~/.local/share/bash-completion/completions/tablectl
      zsh   ~/.zfunc/_tablectl, with `fpath+=~/.zfunc` before `compinit` in .zshrc
      fish  ~/.config/fish/completions/tablectl.fish

    Then Tab completes commands, options, the ports of boards (simulated ones too), boards and files.
    """
    click.echo(script_of(context.find_root().command, shell), nl=False)
