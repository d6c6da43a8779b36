import * as vscode from "vscode";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName, Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import type { DevicePorts } from "../../../signing/signers/openSigner";
import type { PinSource } from "../../../signing/signers/pkcs11Signer";
import { askText } from "../../kit/asking/ask";

/** An account whose key is elsewhere; its label is the name of its signer. */
export interface SignerEntry {
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  readonly label: string;
}

interface ElsewherePorts {
  /** What this process finds in its environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly device: NonNullable<DevicePorts["device"]>;
}

const askPin = (name: string): Promise<string> =>
  askText({
    title: vscode.l10n.t("Sign with {0}", name),
    prompt: vscode.l10n.t("Enter the PIN of the device. It's kept in memory until this window closes."),
    password: true,
    validate: (text) => (text === "" ? vscode.l10n.t("A PIN can't be empty.") : undefined),
  });

/**
 * Remote signers and devices of the user's own file of signers, the same as of the command line: no workspace and no setting has a word in
 * it. PINs are in memory alone.
 */
export class SignersElsewhere {
  readonly #pins = new Map<string, PinSource>();
  readonly #ports: ElsewherePorts;

  constructor(ports: ElsewherePorts) {
    this.#ports = ports;
  }

  /** What the file has now; nothing where there is none. */
  async list(): Promise<readonly SignerEntry[]> {
    const { listSigners, signersFile } = await import("../../../signing/signers/openSigner");
    const found = await listSigners(signersFile(this.#ports.environment));
    return found.map(({ name, setting: { address, suite } }) => ({
      address: address.toLowerCase() as Address,
      suite,
      label: name,
    }));
  }

  /**
   * Opens the signer, by the file as it is now.
   * @throws ChainError usage `signerUnknown`, `signerSetting`, `unreadableFile`; `keyMissing` where it has become another account
   */
  async signer({ address, suite, label }: SignerEntry): Promise<Signer> {
    const { openSigner, signersFile } = await import("../../../signing/signers/openSigner");
    const { heldPin } = await import("../../../signing/signers/pkcs11Signer");
    const { environment, device } = this.#ports;
    const pinOf: DevicePorts["pinOf"] = (setting, name) => {
      // Another device under the same name isn't given this one's PIN.
      const which = JSON.stringify([name, setting]);
      const known = this.#pins.get(which) ?? heldPin(async () => environment[setting.pinEnv] || askPin(name));
      this.#pins.set(which, known);
      return known;
    };
    const signer = await openSigner(label, signersFile(environment), { pinOf, device });
    if (signer.suite !== suite || !isSameAddress(signer.address, address)) throw clientError("keyMissing", { address });
    return signer;
  }
}
