/** What is asked before build_chain.sh makes a chain of all-in-one nodes on this machine (docs/protocol/node-folders.md, "Building"). */
export interface ChainPlan {
  /** How many nodes. */
  readonly nodes: number;
  /** First port of the nodes among themselves, and first port of their JSON-RPC; node by node one more. */
  readonly p2pPort: number;
  readonly rpcPort: number;
  /** SM2, SM3, SM4 and SM TLS instead of secp256k1, keccak256, AES and RSA TLS. */
  readonly sm: boolean;
  /** First member of the committee, `0x` and 40 hex digits: with it permissions are on. */
  readonly admin?: string;
  /** Folder to be made; the script refuses one that is there. */
  readonly output: string;
  /** The node program; without it the script downloads one. */
  readonly binary?: string;
}

/** The arguments of build_chain.sh for that plan. */
export function buildChainArguments(plan: ChainPlan): string[] {
  return [
    ...["-l", `127.0.0.1:${plan.nodes}`],
    ...["-p", `${plan.p2pPort},${plan.rpcPort}`],
    ...["-o", plan.output],
    ...(plan.binary === undefined ? [] : ["-e", plan.binary]),
    ...(plan.sm ? ["-s"] : []),
    ...(plan.admin === undefined ? [] : ["-a", plan.admin]),
  ];
}

/** Every port the nodes of the plan listen on. */
export function chainPorts({ nodes, p2pPort, rpcPort }: Pick<ChainPlan, "nodes" | "p2pPort" | "rpcPort">): number[] {
  return [p2pPort, rpcPort].flatMap((first) => Array.from({ length: nodes }, (_, node) => first + node));
}

/** `30300,20200` as two first ports, unless a node would have no port of its own from 1025 to 65535. */
export function parsePorts(typed: string, nodes: number): { p2pPort: number; rpcPort: number } | undefined {
  const [, p2p, rpc] = /^\s*(\d{1,5})\s*[,，]\s*(\d{1,5})\s*$/.exec(typed) ?? [];
  if (p2p === undefined || rpc === undefined) return undefined;
  const found = { p2pPort: Number(p2p), rpcPort: Number(rpc) };
  const ports = chainPorts({ nodes, ...found });
  const usable = ports.every((port) => port > 1024 && port <= 65535) && new Set(ports).size === ports.length;
  return usable ? found : undefined;
}
