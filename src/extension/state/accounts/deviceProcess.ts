import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import type { DeviceProtocol } from "../../../signing/device/messages";
import type { DevicePorts } from "../../../signing/signers/openSigner";
import { minuteMs } from "../../../time/units";
import { type Service, ServiceProcess } from "../../kit/processes/serviceProcess";

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
