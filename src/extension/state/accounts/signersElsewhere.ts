import * as vscode from "vscode";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName, Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import type { DeviceProtocol } from "../../../signing/device/messages";
import type { DevicePorts } from "../../../signing/signers/openSigner";
import type { PinSource } from "../../../signing/signers/pkcs11Signer";
import { minuteMs } from "../../../time/units";
import { askText } from "../../kit/asking/ask";
import { type Service, ServiceProcess } from "../../kit/processes/serviceProcess";

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

/** The program, and how it is started. */
type DeviceProgram = Pick<Service<DeviceProtocol>, "file" | "execArgv" | "environment" | "warn">;

/**
 * Opens devices in a process of its own: a vendor's library may block until a button is pressed, or crash. It is started when something is
 * signed, and ends when it was idle for a while. What it gives is checked here, too.
 */
export function devicesInProcess(program: DeviceProgram): {
  readonly open: NonNullable<DevicePorts["device"]>;
  dispose(): void;
} {
  const service = new ServiceProcess<DeviceProtocol>({
    ...program,
    name: "device signer",
    idleMs: minuteMs,
    takesCancel: false,
    ended: (how) => clientError("deviceTrouble", { reason: how }),
  });
  const open: NonNullable<DevicePorts["device"]> = (setting, folder, pin) => {
    const address = setting.address.toLowerCase() as Signer["address"];
    return {
      address,
      suite: setting.suite,
      elsewhere: true,
      sign: async (hash) => {
        const given = await pin.read();
        try {
          const signature = await service.ask("sign", { setting, folder, hash, pin: given });
          const { cryptoSuite } = await import("../../../crypto/suites");
          const { checkedSignature } = await import("../../../signing/signers/checkedSignature");
          return checkedSignature(cryptoSuite(setting.suite), { address }, hash, signature);
        } catch (error) {
          if (error instanceof Error && "code" in error && error.code === "pinRefused") pin.refused();
          throw error;
        }
      },
    };
  };
  return { open, dispose: () => service.dispose() };
}
