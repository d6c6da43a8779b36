import { join } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { readTlsMaterial, type TlsMaterial } from "../../chain/transport/tlsMaterial";

/** Options of every command that talks to a node, for `util.parseArgs`. */
export const connectionArguments = {
  group: { type: "string" },
  node: { type: "string" },
  sdk: { type: "string" },
  ca: { type: "string" },
  cert: { type: "string" },
  key: { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

export const connectionUsage = `  --group GROUP        group (default: the only one of the node)
  --node NAME          node name; air nodes ignore it
  --sdk FOLDER         folder with ca.crt, sdk.crt and sdk.key, for https
  --ca --cert --key    the same files one by one
  --timeout MS         time limit of a request (default: 10000)
  --json               print one line of JSON`;

/** Which node and group, and the certificate files, as they are typed. */
export interface ConnectionTexts extends TlsArguments {
  group?: string | undefined;
  node?: string | undefined;
}

export interface TlsArguments {
  sdk?: string | undefined;
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/**
 * The certificate files that the arguments name, or undefined when they name none.
 * @throws ChainError usage `unreadableFile`.
 */
export async function tlsOf({ sdk, ca, cert, key }: TlsArguments): Promise<TlsMaterial | undefined> {
  const inFolder = (name: string): string | undefined => (sdk === undefined ? undefined : join(sdk, name));
  const files = { ca: ca ?? inFolder("ca.crt"), cert: cert ?? inFolder("sdk.crt"), key: key ?? inFolder("sdk.key") };
  if (files.ca === undefined) return undefined;
  return readTlsMaterial({ ...files, ca: files.ca });
}

/** Milliseconds, or undefined for a text that is none. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return 10_000;
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
