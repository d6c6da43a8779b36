/** Where a node has its RPC that was given no other port (`listen_port` of `[rpc]`), and where commands ask that were given no address. */
export const defaultRpcPort = 20200;
