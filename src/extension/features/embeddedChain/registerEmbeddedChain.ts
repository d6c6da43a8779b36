import * as vscode from "vscode";
import type { Access } from "../../../chain/profile/connectionSetting";
import { targetGroup } from "../../flows/target/askGroup";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import type { On } from "../../kit/commands/target";
import { showError, showInformation } from "../../kit/messages/notify";
import { onDidChangeSetting, setting, settingOf } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";
import type { EmbeddedChainReady } from "../../state/embeddedChain/embeddedChain";
import { EmbeddedSettings } from "./embeddedSettings";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.changeEmbeddedChain": On<"group" | "connection">;
    "chainside.startEmbeddedChain": () => void;
    "chainside.stopEmbeddedChain": () => void;
    "chainside.resetEmbeddedChain": () => void;
    "chainside.switchEmbeddedSuite": () => void;
  }
}

/**
 * What may be sent to the embedded chain. A workspace narrows it alone; and where a workspace names the chain ID, which may be that of
 * another chain that then takes what is signed here, each signature is asked for.
 */
function embeddedAccess(): Access {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const order: readonly Access[] = ["readOnly", "confirm", "full"];
  const [counts, own] = [setting("embeddedChain.access"), settingOf("embeddedChain.access", Global) ?? "full"];
  const named = settingOf("embeddedChain.chainId", Workspace);
  const isForeign = named !== undefined && named !== "" && named !== settingOf("embeddedChain.chainId", Global);
  const limits = [counts, own, isForeign ? "confirm" : "full"] as const;
  return order.find((access) => limits.includes(access)) ?? "readOnly";
}

function profile(ready: EmbeddedChainReady) {
  return {
    name: vscode.l10n.t("Embedded chain"),
    endpoints: [ready.url],
    group: "",
    access: embeddedAccess(),
    ...(ready.tls === undefined ? {} : { tls: ready.tls }),
    ...(ready.devToken === undefined ? {} : { devToken: ready.devToken }),
    ...(ready.archiveQueryUrl === undefined ? {} : { archive: ready.archiveQueryUrl }),
  };
}

const resetNoticeKey = "chainside.embeddedChain.toldOfReset";

/** Said once in a workspace: that the chain goes on where it was, and how it begins anew. */
async function tellOfReset(app: Chainside, height: number): Promise<void> {
  if (app.context.workspaceState.get<boolean>(resetNoticeKey, false)) return;
  await app.context.workspaceState.update(resetNoticeKey, true);
  const begin = vscode.l10n.t("Reset Embedded Chain");
  const chosen = await showInformation(
    vscode.l10n.t(
      "The embedded chain continues at block {0}, with its contracts. It's kept for this workspace until you reset it.",
      height,
    ),
    begin,
  );
  if (chosen === begin) await runCommand("chainside.resetEmbeddedChain");
}

/** What a start means for the chain that commands go to. */
interface Start {
  /** It was the active chain until a moment ago. */
  readonly wasActive?: boolean;
  /** It wasn't asked for just now: nothing is said. */
  readonly quiet?: boolean;
}

/** Commands keep their chain when another one starts beside it; the user is told, and may switch. */
async function offerToUse(app: Chainside, group: ChainGroup): Promise<void> {
  const use = vscode.l10n.t("Use Embedded Chain");
  const chosen = await showInformation(
    vscode.l10n.t("The embedded chain is running. Commands still use the chain that you chose before."),
    use,
  );
  if (chosen === use && app.connections.findGroup(group.id)) await app.connections.setActiveGroup(group);
}

async function connectTo(app: Chainside, ready: EmbeddedChainReady, { wasActive, quiet }: Start): Promise<void> {
  const began = Date.now();
  const another = !wasActive && app.connections.meansOther("embedded");
  const connection = app.connections.add(profile(ready), "embedded");
  const [group] = await connection.connect();
  if (!group) return;
  app.accounts.setDevelopment(group.session.suite.name, ready.accounts);
  // The same seed gives the same chain again, but nothing of what was deployed before. What is sent meanwhile is of the new one.
  for (const other of connection.groups)
    if ((await other.refreshHeight()) === 0 && !app.sent.list(other).some(({ time }) => time >= began)) {
      await app.knownContracts.forgetAll(other);
      await app.sent.forgetAll(other);
      await app.indexes.forget(other);
    }
  if (!another) await app.connections.setActiveGroup(group);
  else if (!quiet) void offerToUse(app, group).catch(app.errors.log);
  if (group.height) void tellOfReset(app, group.height).catch(app.errors.log);
}

async function forget(app: Chainside): Promise<void> {
  app.accounts.setDevelopment("standard", []);
  const connection = app.connections.get("embedded");
  if (connection) await app.connections.remove(connection);
}

async function start(app: Chainside, how: Start = {}): Promise<void> {
  await showProgress({ location: { viewId: "chainside.chains" } }, async () => {
    await connectTo(app, await app.embeddedChain.start(), how);
  });
}

/** Runs work after which the chain is there again: what was active there stays so, and no other chain takes its place. */
async function whileItReturns(app: Chainside, work: () => Promise<void>): Promise<void> {
  app.connections.setReturning("embedded", true);
  try {
    await work();
  } finally {
    app.connections.setReturning("embedded", false);
  }
}

/** Block 0 again, whether or not the chain is kept. @throws Cancelled */
async function reset(app: Chainside): Promise<void> {
  const { embeddedChain } = app;
  const sure = await askChoice(
    [
      // the first one is what Enter takes
      { label: `$(close) ${vscode.l10n.t("Keep")}`, value: false },
      {
        label: `$(trash) ${vscode.l10n.t("Start over at block 0")}`,
        detail: vscode.l10n.t("Blocks, contracts, and history of the embedded chain are permanently deleted."),
        value: true,
      },
    ],
    { title: vscode.l10n.t("Reset Embedded Chain") },
  );
  if (!sure) return;
  await whileItReturns(app, async () => {
    await forget(app);
    await embeddedChain.stop();
    await embeddedChain.forgetData();
    await start(app);
  });
}

/** The chain again, as the settings have it now. */
async function restart(app: Chainside): Promise<void> {
  const wasActive = app.connections.activeGroup?.connection.origin === "embedded";
  await whileItReturns(app, async () => {
    await forget(app);
    await app.embeddedChain.stop();
    await start(app, { wasActive });
  });
}

/** Start, stop and unexpected end of the embedded chain. */
export function registerEmbeddedChain(app: Chainside): vscode.Disposable {
  const { embeddedChain, connections } = app;
  const showState = (): void => {
    const { kind } = embeddedChain.state;
    void vscode.commands.executeCommand("setContext", "chainside.embeddedStarting", kind === "starting");
    void vscode.commands.executeCommand("setContext", "chainside.embeddedRunning", kind === "running");
  };
  const crashed = async (words: string): Promise<void> => {
    const wasActive = connections.activeGroup?.connection.origin === "embedded";
    await forget(app);
    const restart = vscode.l10n.t("Start Again");
    const showLog = vscode.l10n.t("Show Log");
    const chosen = await showError(
      embeddedChain.isKept
        ? vscode.l10n.t("The embedded chain stopped unexpectedly. Its blocks are kept. {0}", words)
        : vscode.l10n.t("The embedded chain stopped unexpectedly, and its blocks are lost. {0}", words),
      restart,
      showLog,
    );
    if (chosen === restart) await start(app, { wasActive });
    if (chosen === showLog) app.log.show();
  };
  if (setting("embeddedChain.startAutomatically") && vscode.workspace.isTrusted) {
    // After activation: starting a process is no part of it. It wasn't asked for now.
    setImmediate(() => void start(app, { quiet: true }).catch((error: unknown) => app.errors.show(error)));
  }
  // A chain that ran when the window was closed or loaded anew comes back with its views, as a connection does.
  const comeBack = (): void => {
    if (!setting("embeddedChain.keep") || !vscode.workspace.isTrusted || embeddedChain.state.kind !== "stopped") return;
    void whileItReturns(app, () => start(app, { quiet: true })).catch((error: unknown) => app.errors.show(error));
  };
  const embeddedSettings = new EmbeddedSettings(app, () =>
    embeddedChain.state.kind === "stopped" ? start(app) : restart(app),
  );
  return vscode.Disposable.from(
    embeddedChain.onDidChange(showState),
    connections.onDidRestore((open) => {
      if (open.includes("embedded")) comeBack();
    }),
    embeddedChain.onDidCrash(({ words }) => void crashed(words).catch(app.errors.show)),
    embeddedSettings,
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
      "chainside.startEmbeddedChain": free(async () => {
        // Begun at once: a command that comes right behind it finds the chain starting, and waits.
        await Promise.all([start(app), runCommand("chainside.chains.focus", { preserveFocus: true })]);
      }),
      "chainside.stopEmbeddedChain": free(async () => {
        // Both at once: who starts it right behind this gets another one, not the one that ends.
        await Promise.all([forget(app), embeddedChain.stop()]);
      }),
      "chainside.resetEmbeddedChain": free(() => reset(app)),
      "chainside.switchEmbeddedSuite": free(() => embeddedSettings.switchSuite()),
    }),
  );
}
