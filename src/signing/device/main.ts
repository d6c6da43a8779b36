// Signs with devices for the editor, over the channel of the process that started it: the extension host loads no vendor's library.
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { deviceSigner } from "../signers/openSigner";
import { heldPin } from "../signers/pkcs11Signer";
import type { DeviceProtocol } from "./messages";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

serveStarter<DeviceProtocol>(
  {
    sign: ({ setting, folder, hash, pin }) =>
      deviceSigner(
        setting,
        folder,
        heldPin(async () => pin),
      ).sign(hash),
  },
  { report: errorMessage },
);
