import type { IdentityDigits } from "../document/listSection";
import type { KnownNode } from "./analysisContext";

const rsaPrefix = "3082010a0282010100";
const rsaSuffix = "0203010001";

/**
 * The digits a list entry needs for a peer that `getPeers` reports: of an RSA peer the modulus without its DER wrapping, of
 * an SM peer the point without its leading 04. `undefined` for any other form.
 */
export function identityOfP2pNodeId(p2pNodeId: string): string | undefined {
  const id = p2pNodeId.toLowerCase().replace(/^0x/, "");
  if (!/^[0-9a-f]+$/.test(id)) return undefined;
  if (id.length === 540 && id.startsWith(rsaPrefix) && id.endsWith(rsaSuffix)) return id.slice(18, 530);
  if (id.length === 130 && id.startsWith("04")) return id.slice(2);
  return id.length === 512 || id.length === 128 ? id : undefined;
}

/** The identity by which a list of that many digits names a node. */
export function listedIdentity(node: KnownNode, digits: IdentityDigits): string | undefined {
  if (digits === 512) return node.tlsId;
  // Without SM TLS a list of 128 digits can only mean the consensus identity, as in release 2.x.
  return node.smTlsId ?? node.consensusId;
}

/** What a node tells of a peer: the ID of its TLS certificate, where it can be read, and consensus IDs of the nodes behind it. */
interface ReportedPeer {
  readonly p2pNodeId?: string | undefined;
  readonly nodeIds: readonly string[];
}

/** Everything by which lists can name a peer, its TLS ID first. */
export function identitiesOf({ p2pNodeId, nodeIds }: ReportedPeer): string[] {
  const tlsId = p2pNodeId === undefined ? undefined : identityOfP2pNodeId(p2pNodeId);
  return [...new Set([...(tlsId ? [tlsId] : []), ...nodeIds])];
}
