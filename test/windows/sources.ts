// What the tests on Windows' Node.js compile, run and read.

const head = "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\n";

/** A project with a library found by a remapping, a test, and a scenario that includes another file. */
export const project: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "remappings.txt": "@lib/=依赖/\n",
  "依赖/Sum.sol": `${head}library Sum { function plus(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; } }\n`,
  "src/Coin.sol": `${head}import "@lib/Sum.sol";\ncontract Coin {\n  uint256 public total;\n  function mint(uint256 a) external { total = Sum.plus(total, a); }\n}\n`,
  "test/Coin.t.sol": `${head}import "fisco/Test.sol";\nimport "../src/Coin.sol";\ncontract CoinTest is Test {\n  function test_mint() public {\n    Coin coin = new Coin();\n    coin.mint(3);\n    assertEq(coin.total(), 3);\n  }\n}\n`,
  "test/Other.t.sol": `${head}import "fisco/Test.sol";\ncontract OtherTest is Test { function test_other() public { assertEq(vm.readFile("test/words.txt"), "words"); } }\n`,
  "test/words.txt": "words",
  "people.chain.yaml": "accounts:\n  alice:\n",
  "coin.chain.yaml":
    "scenario: Coin\ninclude: people.chain.yaml\nsteps:\n  - deploy: src\\Coin.sol:Coin\n    as: coin\n    from: alice\n  - send: coin.mint\n    args: [3]\n  - call: coin.total\n    expect: { result: 3 }\n",
};

/** In the spellings that Windows takes for another computer, and devices. */
export const elsewhere = [
  String.raw`\\server.invalid\share\x`,
  "//server.invalid/share/x",
  String.raw`\/server.invalid/share/x`,
  String.raw`\\?\UNC\server.invalid\share\x`,
  "//./UNC/server.invalid/share/x",
  String.raw`\\.\server.invalid`,
  "NUL",
  "x/COM1.sol",
  "x.sol:stream",
];

const quoted = (text: string): string => text.replaceAll("\\", "\\\\");

/** The same project as a hostile author sends it: everything that can name a path names one of another computer or a device. */
export const hostileProject: Readonly<Record<string, string>> = {
  ...project,
  "remappings.txt": `@lib/=依赖/\n${elsewhere.map((path, i) => `far${i}/=${path}/`).join("\n")}\n`,
  "foundry.toml": `[profile.default]\nsrc = "src"\ntest = "test"\nlibs = [${elsewhere.map((path) => `"${quoted(path)}"`).join(", ")}]\n`,
  "src/Far.sol": `${head}${elsewhere.map((path, i) => `import "${quoted(path)}";\nimport "far${i}/Y.sol";`).join("\n")}\ncontract Far {}\n`,
  "test/Far.t.sol": `${head}import "fisco/Test.sol";\ncontract FarTest is Test {\n${elsewhere
    .map((path, i) => `  function testRevert_${i}() public { vm.readFile("${quoted(path)}"); }`)
    .join("\n")}\n  function test_exists() public {\n${elsewhere
    .map((path) => `    try vm.exists("${quoted(path)}") { revert(); } catch {}`)
    .join("\n")}\n  }\n}\n`,
  "far.chain.yaml": `scenario: Far\ninclude:\n${elsewhere.map((path) => `  - '${path}'`).join("\n")}\naccounts:\n  me: { key: '${elsewhere[0]}' }\nsteps:\n${elsewhere
    .flatMap((path) => [`  - deploy: '${path}.sol:Coin'`, `  - deploy: '${path}'`, `  - include: '${path}'`])
    .join("\n")}\n`,
};

/** A node's configuration whose files lie somewhere else. */
export const hostileConfig = (path: string): string =>
  `[p2p]\n    listen_ip=0.0.0.0\n    listen_port=30300\n    nodes_path=${path}\n    nodes_file=nodes.json\n[rpc]\n    listen_port=20200\n[cert]\n    ca_path=${path}\n    ca_cert=ca.crt\n    node_key=ssl.key\n    node_cert=ssl.crt\n    multi_ca_path=${path}\n[security]\n    private_key_path=${path}\n[storage]\n    data_path=${path}\n`;
