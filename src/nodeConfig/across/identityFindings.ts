import { type LocalizableText, text } from "../../text/catalogue";
import type { AcrossFinding, AcrossRuleId } from "../findings/finding";
import { sealersOf } from "../settledGenesis";
import { called, chainMates } from "./besidePeers";
import type { FolderFacts } from "./folderFacts";

/** Who has the same, of those to compare with. */
function alike<Value>(
  own: FolderFacts,
  all: readonly FolderFacts[],
  value: (facts: FolderFacts) => Value | undefined,
): FolderFacts | undefined {
  const mine = value(own);
  return mine === undefined ? undefined : all.find((other) => other.path !== own.path && value(other) === mine);
}

/** Whether the key can't be this chain's at all. */
const isOfOtherSuite = ({ key, sm }: FolderFacts): boolean =>
  key?.sm !== undefined && sm !== undefined && key.sm !== sm;

/** Whether a folder's key or certificate is another's, by the IDs that its files for people tell. */
const hasStrayKey = ({ reported, consensusId, key }: FolderFacts): boolean =>
  key?.consensusId !== undefined && reported.consensusId !== undefined && reported.consensusId !== consensusId;
const hasStrayCertificate = ({ reported, tlsId, certificates }: FolderFacts): boolean =>
  certificates?.tlsId !== undefined && reported.tlsId !== undefined && reported.tlsId !== tlsId;

/** Of two with the same, the one into which it was copied is told, where that can be seen; else both are. */
const isReportable = (own: boolean, other: boolean): boolean => own || !other;

/** Keys and certificates that two folders have, or that aren't of their own folder. */
export function identityFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const sameId = alike(own, all, ({ consensusId }) => consensusId);
  const sameTls =
    alike(own, all, ({ certificates }) => certificates?.fingerprint) ?? alike(own, all, ({ tlsId }) => tlsId);
  const findings: AcrossFinding[] = [];
  if (sameId) {
    const message = text(
      "{0} has the same node ID (conf/node.pem). Two nodes with one key disturb the consensus. Was the folder copied?",
      called(sameId, own),
    );
    if (isReportable(hasStrayKey(own), hasStrayKey(sameId)))
      findings.push({ rule: "node.sameId", section: "security", key: "private_key_path", message });
  } else if (hasStrayKey(own) && !isOfOtherSuite(own)) {
    const message = text(
      "{0} is another node's key (conf/node.nodeid has another ID). The node starts with the ID of this key, which the chain doesn't know.",
      own.key?.name ?? "",
    );
    findings.push({ rule: "key.foreign", section: "security", key: "private_key_path", message });
  }
  if (!sameTls && hasStrayCertificate(own) && !own.certificates?.foreignKey && !own.certificates?.otherUsage) {
    const [file, idFile] = own.smTls ? ["sm_ssl.crt", "conf/sm_ssl.nodeid"] : ["ssl.crt", "conf/ssl.nodeid"];
    const message = text(
      "{0} has another ID than {1}. A list with the ID of that file doesn't mean this node.",
      file,
      idFile,
    );
    findings.push({ rule: "cert.idFile", section: "cert", key: own.smTls ? "sm_node_cert" : "node_cert", message });
  }
  // a copied folder is one mistake, and a key that doesn't fit says enough
  if (!sameTls || sameTls === sameId || own.certificates?.foreignKey || sameTls.certificates?.foreignKey)
    return findings;
  if (isReportable(hasStrayCertificate(own), hasStrayCertificate(sameTls))) {
    const message = text(
      "{0} has the same TLS certificate. Other nodes treat both as one, and only one of them can connect.",
      called(sameTls, own),
    );
    findings.push({ rule: "cert.shared", section: "cert", message });
  }
  return findings;
}

/** The node's own key. */
export function keyFindings(own: FolderFacts): AcrossFinding[] {
  const { key, sm } = own;
  const on = (rule: AcrossRuleId, message: LocalizableText): AcrossFinding[] => [
    { rule, section: "security", key: "private_key_path", message },
  ];
  // the node then asks the secp256k1 suite for a key of the module (`ProtocolInitializer::loadKeyPair`)
  if (own.hardwareKey && sm === false) {
    const message = text(
      "Hardware security modules are for SM chains only, and this chain isn't one (sm_crypto=false). The node crashes when it starts.",
    );
    return [{ rule: "key.otherSuite", section: "security", key: own.hardwareKey, message }];
  }
  if (!key) return [];
  if (key.missing && key.name === "")
    return on(
      "key.missing",
      text("The name is empty, and the node doesn't use the default. It can't start without its key."),
    );
  if (key.missing) return on("key.missing", text("{0} is missing. The node can't start without its key.", key.name));
  if (key.unreadable)
    return on(
      "key.unreadable",
      text("{0} can't be read: it is a folder, or permission is missing. The node can't start without it.", key.name),
    );
  if (key.isLocked)
    return on(
      "key.unreadable",
      text("{0} is locked with a password, which the node doesn't know. It can't start.", key.name),
    );
  if (key.isNoKey)
    return on("key.unreadable", text("{0} doesn't hold a node's private key. The node can't start.", key.name));
  if (!isOfOtherSuite(own)) return [];
  return on(
    "key.otherSuite",
    sm
      ? text("{0} is a secp256k1 key, but the chain is an SM chain (sm_crypto=true). The node can't start.", key.name)
      : text("{0} is an SM2 key, but the chain isn't an SM chain (sm_crypto=false). The node can't start.", key.name),
  );
}

/** Files that config.ini has outside of the folder: another node's, or ones that aren't there. */
export function outsideFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  return own.outside.flatMap(({ section, key, written, path, missing }): AcrossFinding[] => {
    const place = { section, key };
    const other = all.find((each) => each.path !== own.path && `${path}/`.startsWith(`${each.path}/`));
    if (other && section === "security") {
      const message = text("This is the key of {0}. Two nodes with one key disturb the consensus.", called(other, own));
      return [{ rule: "key.foreign", ...place, message }];
    }
    if (other && section === "cert") {
      const message = text(
        "These are the TLS files of {0}. Other nodes treat both as one, and only one of them can connect.",
        called(other, own),
      );
      return [{ rule: "cert.shared", ...place, message }];
    }
    if (!missing) return [];
    const rule = section === "security" ? "key.missing" : section === "cert" ? "cert.missing" : "peers.missing";
    const message = text("{0} isn't there on this computer. If the node runs here, it can't start.", written);
    return [{ rule, ...place, message }];
  });
}

/** A key that is no sealer's, where a sealer has no folder although there are as many folders as sealers. */
export function strangeKey(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const sealers = sealersOf(own.genesis);
  const known = [own, ...chainMates(own, all)].map(({ consensusId }) => consensusId);
  const absent = sealers.find((id) => !known.includes(id));
  const id = own.key?.consensusId;
  if (
    id === undefined ||
    isOfOtherSuite(own) ||
    sealers.includes(id) ||
    absent === undefined ||
    known.length < Math.max(2, sealers.length)
  )
    return [];
  const message = text(
    "The ID of this key isn't among the sealers of config.genesis, and the sealer {0} has no folder here.",
    `${absent.slice(0, 8)}…`,
  );
  return [{ rule: "key.notSealer", section: "security", key: "private_key_path", message }];
}

/** The curves of node IDs: y² = x³ + ax + b over p (SEC 2, 2.4.1; GB/T 32918.5). */
const curves = {
  secp256k1: { p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn, a: 0n, b: 7n },
  sm2: {
    p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
    a: -3n,
    b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  },
} as const;

/** Whether 128 hex digits are a point of the curve, as the ID that a key has is one. */
function isCurvePoint(id: string, sm: boolean): boolean {
  const [x, y] = [BigInt(`0x${id.slice(0, 64)}`), BigInt(`0x${id.slice(64)}`)];
  const { p, a, b } = curves[sm ? "sm2" : "secp256k1"];
  return x < p && y < p && (y * y - (x * x * x + a * x + b)) % p === 0n;
}

/**
 * Sealers whose IDs no key can have: digits were made up or mistyped. Made-up IDs of samples are left alone: a folder here is one of the
 * sealers.
 */
export function keylessSealers(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const { sm = false } = own;
  const sealers = sealersOf(own.genesis).filter((id) => /^[0-9a-f]{128}$/.test(id));
  const known = [own, ...chainMates(own, all)].flatMap(({ key }) => key?.consensusId ?? []);
  if (!known.some((id) => sealers.includes(id) && isCurvePoint(id, sm))) return [];
  return sealers.flatMap((id): AcrossFinding[] => {
    if (isCurvePoint(id, sm)) return [];
    const message = text(
      "No key has this ID: its digits aren't a point of the {0} curve. The node starts, but this sealer never takes part in the consensus.",
      sm ? "SM2" : "secp256k1",
    );
    return [{ rule: "sealer.noKey", section: "consensus", value: id, message }];
  });
}

/** A sealer to which only blocks come (`Gateway::onReceiveP2PMessage` with `ReadOnlyFilter`). */
export function readOnlySealer(own: FolderFacts): AcrossFinding[] {
  if (!own.readOnly || own.consensusId === undefined || !sealersOf(own.genesis).includes(own.consensusId)) return [];
  const message = text(
    "config.genesis has this node as a sealer, but with readonly=true it receives only block sync, and no consensus messages. It counts as a sealer that is down.",
  );
  return [{ rule: "sealer.readonly", section: "p2p", key: "readonly", message }];
}
