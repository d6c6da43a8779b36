/** Head of an interface that needs structs outside of contracts and the newer ABI coder. */
const withStructs = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.0;
pragma experimental ABIEncoderV2;
`;

/** Head of one that older compilers read as well, once "abstract" and "virtual" are left out. */
const plain = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;
`;

const withLists = `${plain}pragma experimental ABIEncoderV2;
`;

/** What both interfaces of tables share. */
const tableParts = `
/// A column with its new value, for update.
struct UpdateField {
    string columnName;
    string value;
}

/// A page of rows: how many are left out, then how many are taken, 500 at most.
struct Limit {
    uint32 offset;
    uint32 count;
}
`;

const tableContract = `
/// A table, at the address that TableManager.openTable gives. Numbers below zero are error codes of the chain.
abstract contract Table {
    /// The row of a key; empty fields when there is none.
    function select(string memory key) public view virtual returns (Entry memory);

    /// Rows that meet every condition; all rows without any.
    function select(Condition[] memory conditions, Limit memory limit) public view virtual returns (Entry[] memory);

    /// How many rows meet every condition.
    function count(Condition[] memory conditions) public view virtual returns (uint32);

    /// Adds a row; gives how many were added.
    function insert(Entry memory entry) public virtual returns (int32);

    /// Changes columns of one row; gives how many rows changed.
    function update(string memory key, UpdateField[] memory updateFields) public virtual returns (int32);

    /// Changes columns of the rows that meet every condition.
    function update(Condition[] memory conditions, Limit memory limit, UpdateField[] memory updateFields)
        public
        virtual
        returns (int32);

    /// Removes one row; gives how many were removed.
    function remove(string memory key) public virtual returns (int32);

    /// Removes the rows that meet every condition.
    function remove(Condition[] memory conditions, Limit memory limit) public virtual returns (int32);
}
`;

const kvTableContract = `
/// A table of one key and one value a row, at the address that TableManager.openTable gives.
abstract contract KVTable {
    /// Whether the key is there, and its value.
    function get(string memory key) public view virtual returns (bool, string memory);

    /// Writes the value; gives how many rows changed.
    function set(string memory key, string memory value) public virtual returns (int32);
}
`;

/** TableManager with the struct that describes a table, and the function that gives it. */
const tableManager = (describe: string): string => `
/// Makes and opens tables, at 0x1002.
abstract contract TableManager {
    /// 0, or an error code such as -50001 when the table is there already.
    function createTable(string memory path, TableInfo memory tableInfo) public virtual returns (int32);

    function createKVTable(string memory tableName, string memory keyField, string memory valueField)
        public
        virtual
        returns (int32);

    /// The address of a table; 0 when there is none. For contracts only.
    function openTable(string memory path) public view virtual returns (address);

    /// Adds columns, which are empty in the rows that are there.
    function appendColumns(string memory path, string[] memory newColumns) public virtual returns (int32);

    /// Key column and value columns of a table.
    function ${describe}(string memory tableName) public view virtual returns (TableInfo memory);
}
`;

const entry = `${withStructs}
/// A row of a table: its key, and the other columns in the order of the table.
struct Entry {
    string key;
    string[] fields;
}
`;

const table = `${withStructs}
import "fisco/Entry.sol";

/// Columns of a table, for chains whose data version is older than 3.2; they go on working on newer ones. What is new there is in TableV320.sol.
struct TableInfo {
    string keyColumn;
    string[] valueColumns;
}

/// How a row's key is compared.
enum ConditionOP {GT, GE, LT, LE}

/// A condition on the key of a row.
struct Condition {
    ConditionOP op;
    string value;
}
${tableParts}${tableManager("desc")}${tableContract}${kvTableContract}`;

const tableV320 = `${withStructs}
import "fisco/Entry.sol";

/// How keys are ordered: as texts, or as numbers, which every key must be then.
enum KeyOrder {Lexicographic, Numerical}

/// Columns of a table, for data versions from 3.2 on.
struct TableInfo {
    KeyOrder keyOrder;
    string keyColumn;
    string[] valueColumns;
}

/// How a column is compared.
enum ConditionOP {GT, GE, LT, LE, EQ, NE, STARTS_WITH, ENDS_WITH, CONTAINS}

/// A condition on a column of a row.
struct Condition {
    ConditionOP op;
    string field;
    string value;
}
${tableParts}${tableManager("descWithKeyOrder")}${tableContract}${kvTableContract}`;

const cast = `${plain}
/// Turns texts into values and back, at 0x100f, from data version 3.2 on: rows of tables hold texts only.
abstract contract Cast {
    function stringToS256(string memory) public view virtual returns (int256);

    function stringToS64(string memory) public view virtual returns (int64);

    function stringToU256(string memory) public view virtual returns (uint256);

    function stringToAddr(string memory) public view virtual returns (address);

    function stringToBytes32(string memory) public view virtual returns (bytes32);

    function s256ToString(int256) public view virtual returns (string memory);

    function s64ToString(int64) public view virtual returns (string memory);

    function u256ToString(uint256) public view virtual returns (string memory);

    function addrToString(address) public view virtual returns (string memory);

    function bytes32ToString(bytes32) public view virtual returns (string memory);
}
`;

/** Reads one type from a field; the built-in Cast does the work. */
const reader = (type: string, name: string, how: string): string => `
    function ${name}(uint256 index) public view returns (${type}) {
        require(index < entry.fields.length, "no such field");
        return ${how};
    }
`;
const writer = (type: string, how: string): string => `
    function set(uint256 index, ${type} value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = ${how};
        return 0;
    }
`;

const entryWrapper = `${withStructs}
import "fisco/Entry.sol";
import "fisco/Cast.sol";

/// Holds a row and reads and writes its fields as values of other types.
contract EntryWrapper {
    Cast constant cast = Cast(address(0x100f));
    Entry entry;

    constructor(Entry memory _entry) public {
        entry = _entry;
    }

    function setEntry(Entry memory _entry) public {
        entry = _entry;
    }

    function getEntry() public view returns (Entry memory) {
        return entry;
    }

    function setKey(string memory value) public {
        entry.key = value;
    }

    function getKey() public view returns (string memory) {
        return entry.key;
    }

    function fieldSize() public view returns (uint256) {
        return entry.fields.length;
    }
${[
  reader("int256", "getInt", "cast.stringToS256(entry.fields[index])"),
  reader("uint256", "getUInt", "cast.stringToU256(entry.fields[index])"),
  reader("address", "getAddress", "cast.stringToAddr(entry.fields[index])"),
  reader("bytes32", "getBytes32", "cast.stringToBytes32(entry.fields[index])"),
  reader("bytes1[64] memory", "getBytes64", "toBytes64(bytes(entry.fields[index]))"),
  reader("string memory", "getString", "entry.fields[index]"),
  writer("int256", "cast.s256ToString(value)"),
  writer("uint256", "cast.u256ToString(value)"),
  writer("address", "cast.addrToString(value)"),
  writer("bytes32", "cast.bytes32ToString(value)"),
  writer("bytes1[64] memory", "string(fromBytes64(value))"),
  writer("string memory", "value"),
].join("")}
    function toBytes64(bytes memory from) private pure returns (bytes1[64] memory to) {
        for (uint256 i = 0; i < 64; i++) to[i] = from[i];
    }

    function fromBytes64(bytes1[64] memory from) private pure returns (bytes memory to) {
        to = new bytes(64);
        for (uint256 i = 0; i < 64; i++) to[i] = from[i];
    }
}
`;

const crypto = `${plain}
/// Hashes and signatures of the other algorithms, at 0x100a.
abstract contract Crypto {
    function sm3(bytes memory data) public view virtual returns (bytes32);

    function keccak256Hash(bytes memory data) public view virtual returns (bytes32);

    /// Whether the key made the signature, and the key's address.
    function sm2Verify(bytes32 message, bytes memory publicKey, bytes32 r, bytes32 s)
        public
        view
        virtual
        returns (bool, address);

    /// Whether the proof is right, and the random number that it proves.
    function curve25519VRFVerify(bytes memory message, bytes memory publicKey, bytes memory proof)
        public
        view
        virtual
        returns (bool, uint256);
}
`;

const bfs = `${withStructs}
/// One entry of a folder: "directory", "link" or "contract".
struct BfsInfo {
    string file_name;
    string file_type;
    string[] ext;
}

/// The chain's own file system, at 0x100e.
abstract contract BFS {
    function list(string memory absolutePath) public view virtual returns (int32, BfsInfo[] memory);

    /// A page of a folder: how many entries are left beyond it, or an error code, and the entries.
    function list(string memory absolutePath, uint256 offset, uint256 limit)
        public
        view
        virtual
        returns (int256, BfsInfo[] memory);

    function mkdir(string memory absolutePath) public virtual returns (int32);

    /// Makes /apps/name/version point at a contract.
    function link(string memory name, string memory version, string memory contractAddress, string memory contractAbi)
        public
        virtual
        returns (int32);

    /// Makes a path below /apps point at a contract.
    function link(string memory path, string memory contractAddress, string memory contractAbi)
        public
        virtual
        returns (int256);

    function readlink(string memory absolutePath) public view virtual returns (address);

    function touch(string memory absolutePath, string memory fileType) public virtual returns (int32);
}

/// The name that older examples have for it.
abstract contract BfsPrecompiled is BFS {}
`;

const consensus = `${plain}
/// Who takes part in consensus, at 0x1003. Not for contracts where only committee or account may change it.
abstract contract Consensus {
    function addSealer(string memory nodeId, uint256 weight) public virtual returns (int32);

    function addSealer(string memory nodeId, uint256 weight, uint256 termWeight) public virtual returns (int32);

    function addObserver(string memory nodeId) public virtual returns (int32);

    function remove(string memory nodeId) public virtual returns (int32);

    function setWeight(string memory nodeId, uint256 weight) public virtual returns (int32);

    function setTermWeight(string memory nodeId, uint256 termWeight) public virtual returns (int32);
}
`;

const systemConfig = `${plain}
/// Settings of the chain, at 0x1000.
abstract contract SystemConfig {
    function setValueByKey(string memory key, string memory value) public virtual returns (int32);

    /// The value, and the block from which it counts.
    function getValueByKey(string memory key) public view virtual returns (string memory value, int256 enableNumber);
}
`;

const sharding = `${plain}
/// Groups of contracts that are executed apart, at 0x1010, from 3.3 on.
abstract contract Sharding {
    function makeShard(string memory shardName) public virtual returns (int32);

    function linkShard(string memory shardName, string memory contractAddress) public virtual returns (int32);

    function getContractShard(string memory contractAddress) public view virtual returns (int256, string memory);
}
`;

const account = `${plain}
/// The record of an account, at the account's own address.
abstract contract Account {
    function setAccountStatus(uint8 status) public virtual returns (int32);

    /// 0 normal, 1 frozen, 2 abolished.
    function getAccountStatus() public view virtual returns (uint8);

    function getAccountBalance() public view virtual returns (uint256);

    function addAccountBalance(uint256 value) public virtual returns (int32);

    function subAccountBalance(uint256 value) public virtual returns (int32);
}
`;

const accountManager = `${plain}
/// Freezes and abolishes accounts, at 0x10003.
abstract contract AccountManager {
    function setAccountStatus(address addr, uint8 status) public virtual returns (int32);

    /// 0 normal, 1 frozen, 2 abolished.
    function getAccountStatus(address addr) public view virtual returns (uint8);
}
`;

const balance = `${plain}
/// The chain's coin, where it is switched on, at 0x1011, from 3.6 on.
abstract contract Balance {
    function getBalance(address account) public view virtual returns (uint256);

    function addBalance(address account, uint256 amount) public virtual;

    function subBalance(address account, uint256 amount) public virtual;

    function transfer(address from, address to, uint256 amount) public virtual;

    function registerCaller(address account) public virtual;

    function unregisterCaller(address account) public virtual;

    function listCaller() public view virtual returns (address[] memory);
}
`;

const contractAuth = `${withLists}
/// Who may deploy, and who may call which function, on a chain with governance, at 0x1005.
abstract contract ContractAuth {
    function getAdmin(address contractAddr) public view virtual returns (address);

    function resetAdmin(address contractAddr, address admin) public virtual returns (int256);

    /// 1: those on the list may call, 2: those on the list may not.
    function setMethodAuthType(address contractAddr, bytes4 func, uint8 authType) public virtual returns (int256);

    function openMethodAuth(address contractAddr, bytes4 func, address account) public virtual returns (int256);

    function closeMethodAuth(address contractAddr, bytes4 func, address account) public virtual returns (int256);

    function checkMethodAuth(address contractAddr, bytes4 func, address account) public view virtual returns (bool);

    function getMethodAuth(address contractAddr, bytes4 func)
        public
        view
        virtual
        returns (uint8 authType, string[] memory accessAccounts, string[] memory blockAccounts);

    function setContractStatus(address contractAddr, bool isFreeze) public virtual returns (int256);

    function setContractStatus(address contractAddr, uint8 status) public virtual returns (int256);

    function contractAvailable(address contractAddr) public view virtual returns (bool);

    function deployType() public view virtual returns (uint256);

    function setDeployAuthType(uint8 authType) public virtual returns (int256);

    function openDeployAuth(address account) public virtual returns (int256);

    function closeDeployAuth(address account) public virtual returns (int256);

    function hasDeployAuth(address account) public view virtual returns (bool);
}
`;

const dagTransfer = `${plain}
/// Transfers that a chain runs beside each other, to measure it, at 0x100c.
abstract contract DagTransfer {
    function userAdd(string memory user, uint256 balance) public virtual returns (uint256);

    function userSave(string memory user, uint256 amount) public virtual returns (uint256);

    function userDraw(string memory user, uint256 amount) public virtual returns (uint256);

    function userTransfer(string memory from, string memory to, uint256 amount) public virtual returns (uint256);

    function userBalance(string memory user) public view virtual returns (uint256, uint256);
}
`;

const groupSig = `${plain}
/// Signatures that show membership of a group and no more, at 0x5004.
abstract contract GroupSig {
    function groupSigVerify(
        string memory signature,
        string memory message,
        string memory gpkInfo,
        string memory paramInfo
    ) public view virtual returns (int32, bool);
}
`;

const ringSig = `${plain}
/// Signatures by one of several keys, at 0x5005.
abstract contract RingSig {
    function ringSigVerify(string memory signature, string memory message, string memory paramInfo)
        public
        view
        virtual
        returns (int32, bool);
}
`;

const paillier = `${plain}
/// Adds numbers that stay encrypted, at 0x5003.
abstract contract Paillier {
    function paillierAdd(string memory cipher1, string memory cipher2) public virtual returns (string memory);

    function paillierAdd(bytes memory cipher1, bytes memory cipher2) public virtual returns (bytes memory);
}
`;

const proof = (name: string, parameters: readonly string[]): string => `
    function ${name}(
${parameters.map((parameter) => `        bytes memory ${parameter}`).join(",\n")}
    ) public view virtual returns (bool);
`;

const zkp = `${plain}
/// Proofs about hidden numbers, at 0x5100.
abstract contract Zkp {${[
  proof("verifyEitherEqualityProof", [
    "c1_point",
    "c2_point",
    "c3_point",
    "proof",
    "c_basepoint",
    "blinding_basepoint",
  ]),
  proof("verifyKnowledgeProof", ["c_point", "proof", "c_basepoint", "blinding_basepoint"]),
  proof("verifyFormatProof", ["c1_point", "c2_point", "proof", "c1_basepoint", "c2_basepoint", "blinding_basepoint"]),
  proof("verifySumProof", ["c1_point", "c2_point", "c3_point", "proof", "value_basepoint", "blinding_basepoint"]),
  proof("verifyProductProof", ["c1_point", "c2_point", "c3_point", "proof", "value_basepoint", "blinding_basepoint"]),
  proof("verifyEqualityProof", ["c1_point", "c2_point", "proof", "basepoint1", "basepoint2"]),
].join("")}
    function aggregatePoint(bytes memory point1, bytes memory point2) public view virtual returns (bool, bytes memory);
}
`;

/**
 * The interfaces of the chain's built-in contracts in Solidity, by the name of their file, for compilers from 0.6 on. Compilations of each
 * are compared with the ABI of the built-in contracts (docs/protocol/built-in-contracts.md) by a test.
 */
export const interfaceTexts: Readonly<Record<string, string>> = {
  Account: account,
  AccountManager: accountManager,
  BFS: bfs,
  Balance: balance,
  Cast: cast,
  Consensus: consensus,
  ContractAuth: contractAuth,
  Crypto: crypto,
  DagTransfer: dagTransfer,
  Entry: entry,
  EntryWrapper: entryWrapper,
  GroupSig: groupSig,
  Paillier: paillier,
  RingSig: ringSig,
  Sharding: sharding,
  SystemConfig: systemConfig,
  Table: table,
  TableV320: tableV320,
  Zkp: zkp,
};
