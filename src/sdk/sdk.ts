/**
 * FISCO BCOS 3.x from TypeScript and JavaScript: typed contracts, transactions, events, the chain's services, and proofs, on standard and
 * SM chains, with TLS and SM TLS (docs/sdk.md).
 *
 * @packageDocumentation
 */
export * from "./core";
export * as archive from "./services/archive";
export * as balances from "./services/balances";
export * as bfs from "./services/bfs";
export * as consensus from "./services/consensus";
export * as governance from "./services/governance";
export * as keyValues from "./services/keyValues";
export * as permissions from "./services/permissions";
export * as proofs from "./services/proofs";
export * as shards from "./services/shards";
export * as systemConfig from "./services/systemConfig";
export * as tables from "./services/tables";
