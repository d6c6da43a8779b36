import type { IniDocument } from "../document/iniDocument";
import { flag } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { isRead } from "./listeners";

/** Whether the node refuses peers whose certificate it can't verify; the access lists hold in any case (docs/protocol/config-ini.md). */
export const verifiesPeers = (document: IniDocument, evaluation: Evaluation): boolean =>
  !isRead(evaluation, "p2p", "enable_ssl_verify") || flag(document, "p2p", "enable_ssl_verify", true);
