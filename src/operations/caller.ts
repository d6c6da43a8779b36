import { takesSignedCalls } from "../chain/services/compatibility";
import { callAs } from "../chain/services/contract/callAs";
import type { ChainSession } from "../chain/session";
import type { Signer } from "../crypto/cryptoSuite";
import type { Caller } from "./model/operation";

/**
 * Asks contracts as an account. Undefined where the node takes no signed call: contracts see the zero address then
 * (docs/protocol/json-rpc.md, "Calls").
 */
export const callerOf = (session: ChainSession, signer: Signer): Caller | undefined =>
  takesSignedCalls(session)
    ? { address: signer.address, call: (request, options) => callAs(session, signer, request, options) }
    : undefined;
