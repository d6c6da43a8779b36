import * as vscode from "vscode";
import { targetGroup } from "../../flows/target/askGroup";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice } from "../../kit/asking/ask";
import { showError, showInformation } from "../../kit/asking/notify";
import { registerCommands } from "../../kit/commands/registerCommands";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { requireWritable } from "../../state/connections/writableGroup";
import type { EmbeddedChainReady } from "../../state/embeddedChain/embeddedChain";

function profile(ready: EmbeddedChainReady) {
  return {
    name: vscode.l10n.t("Embedded chain"),
    endpoints: [ready.url],
    group: "",
    access: setting("embeddedChain.access"),
    ...(ready.devToken === undefined ? {} : { devToken: ready.devToken }),
    ...(ready.archiveQueryUrl === undefined ? {} : { archive: ready.archiveQueryUrl }),
  };
}

const toldKey = "chainside.embeddedChain.toldOfReset";

/** Said once in a workspace: that the chain goes on where it was, and how it begins anew. */
async function tellOfReset(app: Chainside, height: number): Promise<void> {
  if (app.context.workspaceState.get<boolean>(toldKey, false)) return;
  await app.context.workspaceState.update(toldKey, true);
  const begin = vscode.l10n.t("Reset Embedded Chain");
  const chosen = await showInformation(
    vscode.l10n.t(
      "The embedded chain goes on at block {0}, with its contracts. It is kept for this workspace until you reset it.",
      height,
    ),
    begin,
  );
  if (chosen === begin) await vscode.commands.executeCommand("chainside.resetEmbeddedChain");
}

async function connectTo(app: Chainside, ready: EmbeddedChainReady): Promise<void> {
  const connection = app.connections.add(profile(ready), "embedded");
  const [group] = await connection.connect();
  if (!group) return;
  app.accounts.setDevelopment(group.session.suite.name, ready.accounts);
  // The same seed gives the same chain again, but nothing of what was deployed before.
  for (const other of connection.groups)
    if ((await other.refreshHeight()) === 0) {
      await app.knownContracts.forgetAll(other);
      await app.sent.forgetAll(other);
    }
  await app.connections.setActiveGroup(group);
  if (group.height) void tellOfReset(app, group.height).catch(app.errors.log);
}

async function forget(app: Chainside): Promise<void> {
  app.accounts.setDevelopment("standard", []);
  const connection = app.connections.get("embedded");
  if (connection) await app.connections.remove(connection);
}

async function start(app: Chainside): Promise<void> {
  await vscode.window.withProgress({ location: { viewId: "chainside.chains" } }, async () => {
    await connectTo(app, await app.embeddedChain.start());
  });
}

/** Block 0 again, whether or not the chain is kept. @throws Cancelled */
async function reset(app: Chainside): Promise<void> {
  const { embeddedChain } = app;
  const sure = await askChoice(
    [
      {
        label: `$(trash) ${vscode.l10n.t("Begin anew at block 0")}`,
        detail: vscode.l10n.t("Blocks, contracts and history of the embedded chain go for good."),
        value: true,
      },
      { label: `$(close) ${vscode.l10n.t("Keep it")}`, value: false },
    ],
    { title: vscode.l10n.t("Reset Embedded Chain") },
  );
  if (!sure) return;
  await forget(app);
  await embeddedChain.stop();
  await embeddedChain.forgetData();
  await start(app);
}

/** Start, stop and the fate of the embedded chain. */
export function registerEmbeddedChain(app: Chainside): vscode.Disposable {
  const { embeddedChain, connections } = app;
  const showState = (): void => {
    const { kind } = embeddedChain.state;
    void vscode.commands.executeCommand("setContext", "chainside.embeddedStarting", kind === "starting");
    void vscode.commands.executeCommand("setContext", "chainside.embeddedRunning", kind === "running");
  };
  const crashed = async (words: string): Promise<void> => {
    await forget(app);
    const restart = vscode.l10n.t("Start Again");
    const showLog = vscode.l10n.t("Show Log");
    const chosen = await showError(
      embeddedChain.isKept
        ? vscode.l10n.t("The embedded chain ended by itself; its blocks are kept. {0}", words)
        : vscode.l10n.t("The embedded chain ended by itself; its blocks are gone. {0}", words),
      restart,
      showLog,
    );
    if (chosen === restart) await vscode.commands.executeCommand("chainside.startEmbeddedChain");
    if (chosen === showLog) app.log.show();
  };
  if (setting("embeddedChain.startAutomatically") && vscode.workspace.isTrusted) {
    // After activation: starting a process is no part of it. Nobody asked to see it now.
    setImmediate(() => void start(app).catch((error: unknown) => app.errors.show(error)));
  }
  // A chain that ran when the window was closed or loaded anew comes back with its views, as a connection does.
  const comeBack = (): void => {
    if (!setting("embeddedChain.keep") || !vscode.workspace.isTrusted || embeddedChain.state.kind !== "stopped") return;
    void start(app).catch((error: unknown) => app.errors.show(error));
  };
  return vscode.Disposable.from(
    embeddedChain.onDidChange(showState),
    connections.onDidRestore((open) => {
      if (open.includes("embedded")) comeBack();
    }),
    embeddedChain.onDidCrash(({ words }) => void crashed(words).catch(app.errors.log)),
    onDidChangeSetting("embeddedChain.access", () => {
      const { state } = embeddedChain;
      if (state.kind === "running") connections.get("embedded")?.updateProfile(profile(state.ready));
    }),
    registerTargetCommands(app, {
      "chainside.changeEmbeddedChain": free(async (target) => {
        // Of the embedded chain, whatever group commands mean otherwise.
        const group = target.group ?? connections.get("embedded")?.groups[0] ?? (await targetGroup(app, target));
        const { changeEmbeddedChain } = await import("./changeEmbeddedChain");
        await changeEmbeddedChain(app, requireWritable(group));
      }),
    }),
    registerCommands(app, {
      "chainside.startEmbeddedChain": async () => {
        // Begun at once: a command that comes right behind it finds the chain starting, and waits.
        await Promise.all([
          start(app),
          vscode.commands.executeCommand("chainside.chains.focus", { preserveFocus: true }),
        ]);
      },
      "chainside.stopEmbeddedChain": async () => {
        await forget(app);
        await embeddedChain.stop();
      },
      "chainside.resetEmbeddedChain": () => reset(app),
    }),
  );
}
