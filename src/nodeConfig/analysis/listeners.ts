import type { IniDocument } from "../document/iniDocument";
import { findKey } from "../schema/keySpec";
import { availability } from "../schema/nodeVersion";
import { flag } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { type Listener, listener } from "./listener";

/** Whether the node refuses peers whose certificate it can't verify; the access lists hold in any case (docs/protocol/config-ini.md). */
export const verifiesPeers = (document: IniDocument, evaluation: Evaluation): boolean =>
  !isRead(evaluation, "p2p", "enable_ssl_verify") || flag(document, "p2p", "enable_ssl_verify", true);

/** Whether the node of that release reads the key. */
export function isRead(evaluation: Evaluation, section: string, key: string): boolean {
  const spec = findKey(evaluation.kind, section, key);
  return spec !== undefined && availability(spec, evaluation.version) === "read";
}

/** The ports that the file names and that its program opens. */
export function listeners(document: IniDocument, evaluation: Evaluation): Listener[] {
  const web3 = flag(document, "web3_rpc", "enable") && isRead(evaluation, "web3_rpc", "enable");
  const archive = flag(document, "storage", "enable_archive");
  const tars = isRead(evaluation, "rpc", "tars_rpc_port");
  return [
    ...listener(document, "p2p"),
    ...listener(document, "rpc"),
    ...(web3 ? listener(document, "web3_rpc", "listen_ip", "listen_port", "127.0.0.1") : []),
    ...(tars ? listener(document, "rpc", "tars_rpc_host", "tars_rpc_port", "127.0.0.1") : []),
    ...(archive ? listener(document, "storage", "archive_ip", "archive_port", "127.0.0.1") : []),
  ];
}
