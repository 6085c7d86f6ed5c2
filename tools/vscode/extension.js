// Starts `umpire lsp` for the YAML files of rulesets, and starts it anew when asked.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function options() {
  const settings = workspace.getConfiguration("umpire");
  const [command, ...args] = settings.get("command");
  if (!settings.get("odds")) args.push("--no-odds");
  // without a transport it is stdin and stdout, and no argument of the library's is added
  return { command, args };
}

async function start() {
  // the language stays YAML, so that its formatters and themes still work
  const documentSelector = [{ scheme: "file", language: "yaml" }];
  client = new LanguageClient("umpire", "Umpire", options(), { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `Umpire: '${options().command}' cannot be started (${error?.message ?? error}). ` +
        'Install it with: pip install "wargame-umpire[editor]"',
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("umpire.restart", restart),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("umpire")) await restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
