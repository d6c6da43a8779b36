import * as vscode from "vscode";
import { askChoice } from "../../kit/asking/ask";
import { showInformation } from "../../kit/messages/notify";
import { onDidChangeSetting, placeOfSettings, setting, updateSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";

/** Settings that the chain's process takes up only when it starts. */
const startSettings = [
  "port",
  "accounts",
  "web3Port",
  "web3ProxyPort",
  "seed",
  "keep",
  "permissions",
  "features",
  "executorVersion",
  "archive",
  "order",
  "chainId",
  "allowOrigins",
  "sm",
  "tls",
] as const;

const wantedSettings = (): string => JSON.stringify(startSettings.map((name) => setting(`embeddedChain.${name}`)));

/** Brings changed settings to the embedded chain: by an offer to restart it, or where a user switches its cryptography. */
export class EmbeddedSettings implements vscode.Disposable {
  readonly #parts: vscode.Disposable;
  /** What the chain that runs was started with; undefined while none runs. */
  #running: string | undefined;
  /** What was spoken of last. */
  #offered: string | undefined;

  constructor(
    app: Chainside,
    /** Starts the chain, again where it runs. */
    private readonly apply: () => Promise<void>,
  ) {
    const { embeddedChain, errors } = app;
    if (embeddedChain.state.kind === "running") this.#running = this.#offered = wantedSettings();
    this.#parts = vscode.Disposable.from(
      embeddedChain.onDidChange(({ kind }) => {
        if (kind === "starting") this.#running = this.#offered = wantedSettings();
        else if (kind === "stopped") this.#running = undefined;
      }),
      ...startSettings.map((name) =>
        onDidChangeSetting(
          `embeddedChain.${name}`,
          () => void this.#offer().catch((error: unknown) => errors.show(error)),
        ),
      ),
    );
  }

  /** Once for each change, and not for what is as it was. */
  async #offer(): Promise<void> {
    const now = wantedSettings();
    if (this.#running === undefined || now === this.#offered) return;
    this.#offered = now;
    if (now === this.#running) return;
    const restart = vscode.l10n.t("Restart");
    const chosen = await showInformation(
      vscode.l10n.t("The embedded chain is still running with its earlier settings. Restart it to apply the changes."),
      restart,
    );
    if (chosen === restart && this.#running !== undefined && wantedSettings() !== this.#running) await this.apply();
  }

  /** Asks which cryptography the embedded chain is to have, and makes it so. @throws Cancelled */
  async switchSuite(): Promise<void> {
    const isSm = setting("embeddedChain.sm");
    const now = vscode.l10n.t("now");
    const sm = await askChoice(
      [
        { label: vscode.l10n.t("Standard (secp256k1, keccak256)"), description: isSm ? "" : now, value: false },
        { label: vscode.l10n.t("SM (SM2, SM3)"), description: isSm ? now : "", value: true },
      ],
      {
        title: vscode.l10n.t("Switch Embedded Chain to Standard or SM"),
        placeHolder: vscode.l10n.t("Standard and SM chains keep separate blocks, contracts, and accounts"),
      },
    );
    if (sm === isSm) return;
    // it is done here: there is nothing to ask
    this.#running = undefined;
    await updateSetting("embeddedChain.sm", sm, placeOfSettings());
    await this.apply();
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
