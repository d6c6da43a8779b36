import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";

const coin = `${head}contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }
    function transfer(address to, uint256 amount) external returns (bool) {
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        require(balanceOf[from] >= amount, "balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }
}
`;

const check = `${head}interface Cheats {
    function prank(address) external;
    function expectRevert(bytes calldata) external;
}
abstract contract Check {
    Cheats internal constant vm = Cheats(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    bool public IS_TEST = true;
    function assertEq(uint256 a, uint256 b) internal pure {
        require(a == b, "not equal");
    }
}
`;

const imports = 'import {Coin} from "../src/Coin.sol";\nimport {Check} from "./Check.sol";\n';

/** What one unit test does: five kinds in turn. */
function unitBody(n: number): string {
  const bodies = [
    `coin.transfer(ann, ${n}); assertEq(coin.balanceOf(ann), ${n}); assertEq(coin.balanceOf(address(this)), 1000000 - ${n});`,
    `coin.approve(ann, ${n}); vm.prank(ann); coin.transferFrom(address(this), bob, ${n}); assertEq(coin.balanceOf(bob), ${n});`,
    `vm.expectRevert(abi.encodeWithSignature("Error(string)", "balance")); coin.transfer(ann, 1000000 + ${n});`,
    `for (uint256 i = 0; i < 10; i++) coin.mint(ann, i + ${n}); assertEq(coin.totalSupply(), 1000045 + 10 * ${n});`,
    `Coin other = new Coin(); other.mint(bob, ${n}); assertEq(other.totalSupply(), ${n}); assertEq(coin.totalSupply(), 1000000);`,
  ];
  return bodies[n % bodies.length] ?? "";
}

const unitFile = (index: number): string => `${head}${imports}contract Unit${index}Test is Check {
    Coin internal coin;
    address internal ann = address(0xA11CE);
    address internal bob = address(0xB0B);
    function setUp() public { coin = new Coin(); coin.mint(address(this), 1000000); }
${Array.from({ length: 50 }, (_, at) => `    function test_Case${index * 50 + at + 1}() public { ${unitBody(index * 50 + at + 1)} }`).join("\n")}
}
`;

const fuzzFile = (index: number): string => `${head}${imports}contract Fuzz${index}Test is Check {
    Coin internal coin;
    address internal ann = address(0xA11CE);
    function setUp() public { coin = new Coin(); coin.mint(address(this), type(uint128).max); }
    function testFuzz_Transfer(uint128 amount) public {
        coin.transfer(ann, amount);
        assertEq(coin.balanceOf(ann), amount);
        assertEq(coin.balanceOf(address(this)), type(uint128).max - amount);
    }
    function testFuzz_Allowance(uint128 amount, address spender) public {
        coin.approve(spender, amount);
        vm.prank(spender);
        coin.transferFrom(address(this), ann, amount);
        assertEq(coin.balanceOf(ann), amount);
    }
}
`;

/** Writes a project of 1,000 unit tests and ten fuzz tests that all three runners understand. */
export function writeTestProject(folder: string): void {
  for (const part of ["src", "test"]) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "src/Coin.sol"), coin);
  writeFileSync(join(folder, "test/Check.sol"), check);
  for (let index = 0; index < 20; index++) writeFileSync(join(folder, `test/Unit${index}.t.sol`), unitFile(index));
  for (let index = 0; index < 5; index++) writeFileSync(join(folder, `test/Fuzz${index}.t.sol`), fuzzFile(index));
  writeFileSync(
    join(folder, "foundry.toml"),
    '[profile.default]\nsrc = "src"\ntest = "test"\nlibs = []\nout = "out"\noptimizer = true\nevm_version = "cancun"\n[fuzz]\nruns = 1000\nseed = "0x1"\n',
  );
}
