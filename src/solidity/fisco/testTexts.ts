/** Sources for tests of contracts: `fisco/Test.sol`, `fisco/Vm.sol`, `fisco/console.sol` (docs/contract-tests.md). */
const head = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.2;
pragma experimental ABIEncoderV2;
`;

/** The cheat codes of the test runner; test/unit/contractTests/cheatTable.test.ts holds the list against what is there. */
const cheatCodes = `
/// Cheat codes of the test runner, at the address that Foundry has them at.
interface Vm {
    struct Wallet {
        address addr;
        uint256 publicKeyX;
        uint256 publicKeyY;
        uint256 privateKey;
    }

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct PotentialRevert {
        address reverter;
        bool partialMatch;
        bytes revertData;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    struct DirEntry {
        string errorMessage;
        string path;
        uint64 depth;
        bool isDir;
        bool isSymlink;
    }

    struct FsMetadata {
        bool isDir;
        bool isSymlink;
        uint256 length;
        bool readOnly;
        uint256 modified;
        uint256 accessed;
        uint256 created;
    }

    struct ChainInfo {
        uint256 forkId;
        uint256 chainId;
    }

    struct StorageAccess {
        address account;
        bytes32 slot;
        bool isWrite;
        bytes32 previousValue;
        bytes32 newValue;
        bool reverted;
    }

    struct AccountAccess {
        ChainInfo chainInfo;
        uint8 kind;
        address account;
        address accessor;
        bool initialized;
        uint256 oldBalance;
        uint256 newBalance;
        bytes deployedCode;
        uint256 value;
        bytes data;
        bool reverted;
        StorageAccess[] storageAccesses;
        uint64 depth;
    }

    function prank(address) external;
    function prank(address, address) external;
    function prank(address, bool) external;
    function prank(address, address, bool) external;
    function startPrank(address) external;
    function startPrank(address, address) external;
    function startPrank(address, bool) external;
    function startPrank(address, address, bool) external;
    function stopPrank() external;
    function readCallers() external returns (uint8, address, address);
    function addr(uint256) external pure returns (address);
    function sign(uint256, bytes32) external pure returns (uint8, bytes32, bytes32);
    function sign(Wallet calldata, bytes32) external pure returns (uint8, bytes32, bytes32);
    function rememberKey(uint256) external returns (address);
    function createWallet(uint256) external returns (Wallet memory);
    function createWallet(uint256, string calldata) external returns (Wallet memory);
    function createWallet(string calldata) external returns (Wallet memory);
    function signSm2(uint256, bytes32) external returns (bytes memory, bytes32, bytes32);
    function deal(address, uint256) external;
    function etch(address, bytes calldata) external;
    function store(address, bytes32, bytes32) external;
    function load(address, bytes32) external view returns (bytes32);
    function getNonce(address) external view returns (uint64);
    function setNonce(address, uint64) external;
    function setNonceUnsafe(address, uint64) external;
    function resetNonce(address) external;
    function label(address, string calldata) external;
    function getLabel(address) external view returns (string memory);
    function warp(uint256) external;
    function roll(uint256) external;
    function fee(uint256) external;
    function chainId(uint256) external;
    function coinbase(address) external;
    function prevrandao(bytes32) external;
    function prevrandao(uint256) external;
    function difficulty(uint256) external;
    function txGasPrice(uint256) external;
    function setBlockhash(uint256, bytes32) external;
    function getBlockTimestamp() external view returns (uint256);
    function getBlockNumber() external view returns (uint256);
    function getChainId() external view returns (uint256);
    function snapshot() external returns (uint256);
    function snapshotState() external returns (uint256);
    function revertTo(uint256) external returns (bool);
    function revertToState(uint256) external returns (bool);
    function revertToAndDelete(uint256) external returns (bool);
    function revertToStateAndDelete(uint256) external returns (bool);
    function deleteSnapshot(uint256) external returns (bool);
    function deleteStateSnapshot(uint256) external returns (bool);
    function deleteSnapshots() external;
    function deleteStateSnapshots() external;
    function expectRevert() external;
    function expectRevert(uint64) external;
    function expectRevert(address) external;
    function expectRevert(address, uint64) external;
    function expectRevert(bytes4) external;
    function expectRevert(bytes4, uint64) external;
    function expectRevert(bytes4, address) external;
    function expectRevert(bytes4, address, uint64) external;
    function expectRevert(bytes calldata) external;
    function expectRevert(bytes calldata, uint64) external;
    function expectRevert(bytes calldata, address) external;
    function expectRevert(bytes calldata, address, uint64) external;
    function expectPartialRevert(bytes4) external;
    function expectPartialRevert(bytes4, address) external;
    function expectEmit() external;
    function expectEmit(uint64) external;
    function expectEmit(address) external;
    function expectEmit(address, uint64) external;
    function expectEmit(bool, bool, bool, bool) external;
    function expectEmit(bool, bool, bool, bool, uint64) external;
    function expectEmit(bool, bool, bool, bool, address) external;
    function expectEmit(bool, bool, bool, bool, address, uint64) external;
    function expectEmitAnonymous() external;
    function expectEmitAnonymous(uint64) external;
    function expectEmitAnonymous(address) external;
    function expectEmitAnonymous(address, uint64) external;
    function expectEmitAnonymous(bool, bool, bool, bool, bool) external;
    function expectEmitAnonymous(bool, bool, bool, bool, bool, uint64) external;
    function expectEmitAnonymous(bool, bool, bool, bool, bool, address) external;
    function expectEmitAnonymous(bool, bool, bool, bool, bool, address, uint64) external;
    function expectCall(address, bytes calldata) external;
    function expectCall(address, uint256, bytes calldata) external;
    function expectCall(address, bytes calldata, uint64) external;
    function expectCall(address, uint256, bytes calldata, uint64) external;
    function mockCall(address, bytes calldata, bytes calldata) external;
    function mockCall(address, uint256, bytes calldata, bytes calldata) external;
    function mockCall(address, bytes4, bytes calldata) external;
    function mockCall(address, uint256, bytes4, bytes calldata) external;
    function mockCallRevert(address, bytes calldata, bytes calldata) external;
    function mockCallRevert(address, uint256, bytes calldata, bytes calldata) external;
    function mockCallRevert(address, bytes4, bytes calldata) external;
    function mockCallRevert(address, uint256, bytes4, bytes calldata) external;
    function mockCalls(address, bytes calldata, bytes[] calldata) external;
    function mockCalls(address, uint256, bytes calldata, bytes[] calldata) external;
    function mockFunction(address, address, bytes calldata) external;
    function clearMockedCalls() external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function record() external;
    function stopRecord() external;
    function accesses(address) external returns (bytes32[] memory, bytes32[] memory);
    function startMappingRecording() external;
    function stopMappingRecording() external;
    function getMappingLength(address, bytes32) external returns (uint256);
    function getMappingSlotAt(address, bytes32, uint256) external returns (bytes32);
    function getMappingKeyAndParentOf(address, bytes32) external returns (bool, bytes32, bytes32);
    function assume(bool) external pure;
    function skip(bool) external;
    function skip(bool, string calldata) external;
    function pauseGasMetering() external;
    function resumeGasMetering() external;
    function resetGasMetering() external;
    function breakpoint(string calldata) external;
    function breakpoint(string calldata, bool) external;
    function allowCheatcodes(address) external;
    function makePersistent(address) external;
    function makePersistent(address, address) external;
    function makePersistent(address, address, address) external;
    function makePersistent(address[] calldata) external;
    function sleep(uint256) external;
    function unixTime() external view returns (uint256);
    function randomUint() external returns (uint256);
    function randomUint(uint256) external returns (uint256);
    function randomUint(uint256, uint256) external returns (uint256);
    function randomInt() external returns (int256);
    function randomInt(uint256) external returns (int256);
    function randomAddress() external returns (address);
    function randomBool() external returns (bool);
    function randomBytes(uint256) external returns (bytes memory);
    function randomBytes4() external returns (bytes4);
    function randomBytes8() external returns (bytes8);
    function getCode(string calldata) external view returns (bytes memory);
    function getDeployedCode(string calldata) external view returns (bytes memory);
    function deployCode(string calldata) external returns (address);
    function deployCode(string calldata, bytes calldata) external returns (address);
    function deployCode(string calldata, uint256) external returns (address);
    function deployCode(string calldata, bytes calldata, uint256) external returns (address);
    function deployCode(string calldata, bytes32) external returns (address);
    function deployCode(string calldata, bytes calldata, bytes32) external returns (address);
    function computeCreate2Address(bytes32, bytes32, address) external pure returns (address);
    function toString(address) external pure returns (string memory);
    function toString(bytes calldata) external pure returns (string memory);
    function toString(bytes32) external pure returns (string memory);
    function toString(bool) external pure returns (string memory);
    function toString(uint256) external pure returns (string memory);
    function toString(int256) external pure returns (string memory);
    function parseBool(string calldata) external pure returns (bool);
    function parseUint(string calldata) external pure returns (uint256);
    function parseInt(string calldata) external pure returns (int256);
    function parseAddress(string calldata) external pure returns (address);
    function parseBytes32(string calldata) external pure returns (bytes32);
    function parseString(string calldata) external pure returns (string memory);
    function parseBytes(string calldata) external pure returns (bytes memory);
    function toLowercase(string calldata) external pure returns (string memory);
    function toUppercase(string calldata) external pure returns (string memory);
    function trim(string calldata) external pure returns (string memory);
    function replace(string calldata, string calldata, string calldata) external pure returns (string memory);
    function split(string calldata, string calldata) external pure returns (string[] memory);
    function indexOf(string calldata, string calldata) external pure returns (uint256);
    function contains(string calldata, string calldata) external pure returns (bool);
    function toBase64(bytes calldata) external pure returns (string memory);
    function toBase64(string calldata) external pure returns (string memory);
    function toBase64URL(bytes calldata) external pure returns (string memory);
    function toBase64URL(string calldata) external pure returns (string memory);
    function envBool(string calldata) external view returns (bool);
    function envBool(string calldata, string calldata) external view returns (bool[] memory);
    function envOr(string calldata, bool) external view returns (bool);
    function envOr(string calldata, string calldata, bool[] calldata) external view returns (bool[] memory);
    function envUint(string calldata) external view returns (uint256);
    function envUint(string calldata, string calldata) external view returns (uint256[] memory);
    function envOr(string calldata, uint256) external view returns (uint256);
    function envOr(string calldata, string calldata, uint256[] calldata) external view returns (uint256[] memory);
    function envInt(string calldata) external view returns (int256);
    function envInt(string calldata, string calldata) external view returns (int256[] memory);
    function envOr(string calldata, int256) external view returns (int256);
    function envOr(string calldata, string calldata, int256[] calldata) external view returns (int256[] memory);
    function envAddress(string calldata) external view returns (address);
    function envAddress(string calldata, string calldata) external view returns (address[] memory);
    function envOr(string calldata, address) external view returns (address);
    function envOr(string calldata, string calldata, address[] calldata) external view returns (address[] memory);
    function envBytes32(string calldata) external view returns (bytes32);
    function envBytes32(string calldata, string calldata) external view returns (bytes32[] memory);
    function envOr(string calldata, bytes32) external view returns (bytes32);
    function envOr(string calldata, string calldata, bytes32[] calldata) external view returns (bytes32[] memory);
    function envString(string calldata) external view returns (string memory);
    function envString(string calldata, string calldata) external view returns (string[] memory);
    function envOr(string calldata, string calldata) external view returns (string memory);
    function envOr(string calldata, string calldata, string[] calldata) external view returns (string[] memory);
    function envBytes(string calldata) external view returns (bytes memory);
    function envBytes(string calldata, string calldata) external view returns (bytes[] memory);
    function envOr(string calldata, bytes calldata) external view returns (bytes memory);
    function envOr(string calldata, string calldata, bytes[] calldata) external view returns (bytes[] memory);
    function envExists(string calldata) external view returns (bool);
    function resolveEnv(string calldata) external view returns (string memory);
    function setEnv(string calldata, string calldata) external;
    function projectRoot() external view returns (string memory);
    function readFile(string calldata) external view returns (string memory);
    function readFileBinary(string calldata) external view returns (bytes memory);
    function exists(string calldata) external view returns (bool);
    function isFile(string calldata) external view returns (bool);
    function isDir(string calldata) external view returns (bool);
    function assertTrue(bool) external pure;
    function assertTrue(bool, string calldata) external pure;
    function assertFalse(bool) external pure;
    function assertFalse(bool, string calldata) external pure;
    function assertEq(bool, bool) external pure;
    function assertEq(bool, bool, string calldata) external pure;
    function assertNotEq(bool, bool) external pure;
    function assertNotEq(bool, bool, string calldata) external pure;
    function assertEq(uint256, uint256) external pure;
    function assertEq(uint256, uint256, string calldata) external pure;
    function assertNotEq(uint256, uint256) external pure;
    function assertNotEq(uint256, uint256, string calldata) external pure;
    function assertEq(int256, int256) external pure;
    function assertEq(int256, int256, string calldata) external pure;
    function assertNotEq(int256, int256) external pure;
    function assertNotEq(int256, int256, string calldata) external pure;
    function assertEq(address, address) external pure;
    function assertEq(address, address, string calldata) external pure;
    function assertNotEq(address, address) external pure;
    function assertNotEq(address, address, string calldata) external pure;
    function assertEq(bytes32, bytes32) external pure;
    function assertEq(bytes32, bytes32, string calldata) external pure;
    function assertNotEq(bytes32, bytes32) external pure;
    function assertNotEq(bytes32, bytes32, string calldata) external pure;
    function assertEq(string calldata, string calldata) external pure;
    function assertEq(string calldata, string calldata, string calldata) external pure;
    function assertNotEq(string calldata, string calldata) external pure;
    function assertNotEq(string calldata, string calldata, string calldata) external pure;
    function assertEq(bytes calldata, bytes calldata) external pure;
    function assertEq(bytes calldata, bytes calldata, string calldata) external pure;
    function assertNotEq(bytes calldata, bytes calldata) external pure;
    function assertNotEq(bytes calldata, bytes calldata, string calldata) external pure;
    function assertEq(bool[] calldata, bool[] calldata) external pure;
    function assertEq(bool[] calldata, bool[] calldata, string calldata) external pure;
    function assertNotEq(bool[] calldata, bool[] calldata) external pure;
    function assertNotEq(bool[] calldata, bool[] calldata, string calldata) external pure;
    function assertEq(uint256[] calldata, uint256[] calldata) external pure;
    function assertEq(uint256[] calldata, uint256[] calldata, string calldata) external pure;
    function assertNotEq(uint256[] calldata, uint256[] calldata) external pure;
    function assertNotEq(uint256[] calldata, uint256[] calldata, string calldata) external pure;
    function assertEq(int256[] calldata, int256[] calldata) external pure;
    function assertEq(int256[] calldata, int256[] calldata, string calldata) external pure;
    function assertNotEq(int256[] calldata, int256[] calldata) external pure;
    function assertNotEq(int256[] calldata, int256[] calldata, string calldata) external pure;
    function assertEq(address[] calldata, address[] calldata) external pure;
    function assertEq(address[] calldata, address[] calldata, string calldata) external pure;
    function assertNotEq(address[] calldata, address[] calldata) external pure;
    function assertNotEq(address[] calldata, address[] calldata, string calldata) external pure;
    function assertEq(bytes32[] calldata, bytes32[] calldata) external pure;
    function assertEq(bytes32[] calldata, bytes32[] calldata, string calldata) external pure;
    function assertNotEq(bytes32[] calldata, bytes32[] calldata) external pure;
    function assertNotEq(bytes32[] calldata, bytes32[] calldata, string calldata) external pure;
    function assertEq(string[] calldata, string[] calldata) external pure;
    function assertEq(string[] calldata, string[] calldata, string calldata) external pure;
    function assertNotEq(string[] calldata, string[] calldata) external pure;
    function assertNotEq(string[] calldata, string[] calldata, string calldata) external pure;
    function assertEq(bytes[] calldata, bytes[] calldata) external pure;
    function assertEq(bytes[] calldata, bytes[] calldata, string calldata) external pure;
    function assertNotEq(bytes[] calldata, bytes[] calldata) external pure;
    function assertNotEq(bytes[] calldata, bytes[] calldata, string calldata) external pure;
    function assertLt(uint256, uint256) external pure;
    function assertLt(uint256, uint256, string calldata) external pure;
    function assertLtDecimal(uint256, uint256, uint256) external pure;
    function assertLtDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertGt(uint256, uint256) external pure;
    function assertGt(uint256, uint256, string calldata) external pure;
    function assertGtDecimal(uint256, uint256, uint256) external pure;
    function assertGtDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertLe(uint256, uint256) external pure;
    function assertLe(uint256, uint256, string calldata) external pure;
    function assertLeDecimal(uint256, uint256, uint256) external pure;
    function assertLeDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertGe(uint256, uint256) external pure;
    function assertGe(uint256, uint256, string calldata) external pure;
    function assertGeDecimal(uint256, uint256, uint256) external pure;
    function assertGeDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertEqDecimal(uint256, uint256, uint256) external pure;
    function assertEqDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertNotEqDecimal(uint256, uint256, uint256) external pure;
    function assertNotEqDecimal(uint256, uint256, uint256, string calldata) external pure;
    function assertLt(int256, int256) external pure;
    function assertLt(int256, int256, string calldata) external pure;
    function assertLtDecimal(int256, int256, uint256) external pure;
    function assertLtDecimal(int256, int256, uint256, string calldata) external pure;
    function assertGt(int256, int256) external pure;
    function assertGt(int256, int256, string calldata) external pure;
    function assertGtDecimal(int256, int256, uint256) external pure;
    function assertGtDecimal(int256, int256, uint256, string calldata) external pure;
    function assertLe(int256, int256) external pure;
    function assertLe(int256, int256, string calldata) external pure;
    function assertLeDecimal(int256, int256, uint256) external pure;
    function assertLeDecimal(int256, int256, uint256, string calldata) external pure;
    function assertGe(int256, int256) external pure;
    function assertGe(int256, int256, string calldata) external pure;
    function assertGeDecimal(int256, int256, uint256) external pure;
    function assertGeDecimal(int256, int256, uint256, string calldata) external pure;
    function assertEqDecimal(int256, int256, uint256) external pure;
    function assertEqDecimal(int256, int256, uint256, string calldata) external pure;
    function assertNotEqDecimal(int256, int256, uint256) external pure;
    function assertNotEqDecimal(int256, int256, uint256, string calldata) external pure;
    function assertApproxEqAbs(uint256, uint256, uint256) external pure;
    function assertApproxEqAbs(uint256, uint256, uint256, string calldata) external pure;
    function assertApproxEqAbsDecimal(uint256, uint256, uint256, uint256) external pure;
    function assertApproxEqAbsDecimal(uint256, uint256, uint256, uint256, string calldata) external pure;
    function assertApproxEqRel(uint256, uint256, uint256) external pure;
    function assertApproxEqRel(uint256, uint256, uint256, string calldata) external pure;
    function assertApproxEqRelDecimal(uint256, uint256, uint256, uint256) external pure;
    function assertApproxEqRelDecimal(uint256, uint256, uint256, uint256, string calldata) external pure;
    function assertApproxEqAbs(int256, int256, uint256) external pure;
    function assertApproxEqAbs(int256, int256, uint256, string calldata) external pure;
    function assertApproxEqAbsDecimal(int256, int256, uint256, uint256) external pure;
    function assertApproxEqAbsDecimal(int256, int256, uint256, uint256, string calldata) external pure;
    function assertApproxEqRel(int256, int256, uint256) external pure;
    function assertApproxEqRel(int256, int256, uint256, string calldata) external pure;
    function assertApproxEqRelDecimal(int256, int256, uint256, uint256) external pure;
    function assertApproxEqRelDecimal(int256, int256, uint256, uint256, string calldata) external pure;
    function asGovernor() external;
    function startAsGovernor() external;
    function governor() external view returns (address);
    function freeze(address) external;
    function unfreeze(address) external;
    function freezeAccount(address) external;
    function unfreezeAccount(address) external;
    function setSystemConfig(string calldata, string calldata) external;
    function mkdir(string calldata) external;
    function nodeVersion() external view returns (string memory);
    function dataVersion() external view returns (string memory);
    function executorVersion() external view returns (uint8);
    function suite() external view returns (string memory);
    function getNonce(Wallet calldata) external returns (uint64);
    function signCompact(uint256, bytes32) external pure returns (bytes32, bytes32);
    function signCompact(Wallet calldata, bytes32) external pure returns (bytes32, bytes32);
    function sign(address, bytes32) external view returns (uint8, bytes32, bytes32);
    function signCompact(address, bytes32) external view returns (bytes32, bytes32);
    function sign(bytes32) external view returns (uint8, bytes32, bytes32);
    function signCompact(bytes32) external view returns (bytes32, bytes32);
    function signP256(uint256, bytes32) external pure returns (bytes32, bytes32);
    function publicKeyP256(uint256) external pure returns (uint256, uint256);
    function getWallets() external view returns (address[] memory);
    function deriveKey(string calldata, uint32) external pure returns (uint256);
    function deriveKey(string calldata, string calldata, uint32) external pure returns (uint256);
    function rememberKeys(string calldata, string calldata, uint32) external returns (address[] memory);
    function deriveKey(string calldata, uint32, string calldata) external pure returns (uint256);
    function deriveKey(string calldata, string calldata, uint32, string calldata) external pure returns (uint256);
    function rememberKeys(string calldata, string calldata, string calldata, uint32) external returns (address[] memory);
    function copyStorage(address, address) external;
    function cloneAccount(address, address) external;
    function setArbitraryStorage(address) external;
    function setArbitraryStorage(address, bool) external;
    function startStateDiffRecording() external;
    function stopAndReturnStateDiff() external returns (AccountAccess[] memory);
    function expectCall(address, uint256, uint64, bytes calldata) external;
    function expectCallMinGas(address, uint256, uint64, bytes calldata) external;
    function expectCall(address, uint256, uint64, bytes calldata, uint64) external;
    function expectCallMinGas(address, uint256, uint64, bytes calldata, uint64) external;
    function expectCreate(bytes calldata, address) external;
    function expectCreate2(bytes calldata, address) external;
    function assumeNoRevert() external;
    function assumeNoRevert(PotentialRevert calldata) external;
    function assumeNoRevert(PotentialRevert[] calldata) external;
    function _expectCheatcodeRevert() external;
    function _expectCheatcodeRevert(bytes4) external;
    function _expectCheatcodeRevert(bytes calldata) external;
    function revokePersistent(address) external;
    function revokePersistent(address[] calldata) external;
    function cool(address) external;
    function pauseTracing() external;
    function resumeTracing() external;
    function isPersistent(address) external view returns (bool);
    function sort(uint256[] calldata) external pure returns (uint256[] memory);
    function shuffle(uint256[] calldata) external returns (uint256[] memory);
    function bound(uint256, uint256, uint256) external pure returns (uint256);
    function bound(int256, int256, int256) external pure returns (int256);
    function setSeed(uint256) external;
    function deployCode(string calldata, uint256, bytes32) external returns (address);
    function deployCode(string calldata, bytes calldata, uint256, bytes32) external returns (address);
    function computeCreate2Address(bytes32, bytes32) external returns (address);
    function computeCreateAddress(address, uint256) external returns (address);
    function readLine(string calldata) external returns (string memory);
    function closeFile(string calldata) external;
    function readDir(string calldata) external view returns (DirEntry[] memory);
    function readDir(string calldata, uint64) external view returns (DirEntry[] memory);
    function readDir(string calldata, uint64, bool) external view returns (DirEntry[] memory);
    function fsMetadata(string calldata) external view returns (FsMetadata memory);
    function lastCallGas() external view returns (Gas memory);
    function snapshotGasLastCall(string calldata) external returns (uint256);
    function snapshotGasLastCall(string calldata, string calldata) external returns (uint256);
    function snapshotValue(string calldata, uint256) external;
    function snapshotValue(string calldata, string calldata, uint256) external;
    function startSnapshotGas(string calldata) external;
    function startSnapshotGas(string calldata, string calldata) external;
    function stopSnapshotGas() external returns (uint256);
    function stopSnapshotGas(string calldata) external returns (uint256);
    function stopSnapshotGas(string calldata, string calldata) external returns (uint256);
    function broadcast() external;
    function broadcast(address) external;
    function broadcast(uint256) external;
    function startBroadcast() external;
    function startBroadcast(address) external;
    function startBroadcast(uint256) external;
    function stopBroadcast() external;
    function getFoundryVersion() external view returns (string memory);
    function foundryVersionCmp(string calldata) external view returns (int256);
    function foundryVersionAtLeast(string calldata) external view returns (bool);
    function isContext(uint8) external view returns (bool);
    function parseJson(string calldata) external pure returns (bytes memory);
    function parseJson(string calldata, string calldata) external pure returns (bytes memory);
    function parseJsonUint(string calldata, string calldata) external pure returns (uint256);
    function parseJsonUintArray(string calldata, string calldata) external pure returns (uint256[] memory);
    function parseJsonInt(string calldata, string calldata) external pure returns (int256);
    function parseJsonIntArray(string calldata, string calldata) external pure returns (int256[] memory);
    function parseJsonBool(string calldata, string calldata) external pure returns (bool);
    function parseJsonBoolArray(string calldata, string calldata) external pure returns (bool[] memory);
    function parseJsonAddress(string calldata, string calldata) external pure returns (address);
    function parseJsonAddressArray(string calldata, string calldata) external pure returns (address[] memory);
    function parseJsonString(string calldata, string calldata) external pure returns (string memory);
    function parseJsonStringArray(string calldata, string calldata) external pure returns (string[] memory);
    function parseJsonBytes(string calldata, string calldata) external pure returns (bytes memory);
    function parseJsonBytesArray(string calldata, string calldata) external pure returns (bytes[] memory);
    function parseJsonBytes32(string calldata, string calldata) external pure returns (bytes32);
    function parseJsonBytes32Array(string calldata, string calldata) external pure returns (bytes32[] memory);
    function parseJsonType(string calldata, string calldata) external pure returns (bytes memory);
    function parseJsonType(string calldata, string calldata, string calldata) external pure returns (bytes memory);
    function parseJsonTypeArray(string calldata, string calldata, string calldata) external pure returns (bytes memory);
    function parseJsonKeys(string calldata, string calldata) external pure returns (string[] memory);
    function keyExistsJson(string calldata, string calldata) external pure returns (bool);
    function keyExists(string calldata, string calldata) external pure returns (bool);
    function parseToml(string calldata) external pure returns (bytes memory);
    function parseToml(string calldata, string calldata) external pure returns (bytes memory);
    function parseTomlUint(string calldata, string calldata) external pure returns (uint256);
    function parseTomlUintArray(string calldata, string calldata) external pure returns (uint256[] memory);
    function parseTomlInt(string calldata, string calldata) external pure returns (int256);
    function parseTomlIntArray(string calldata, string calldata) external pure returns (int256[] memory);
    function parseTomlBool(string calldata, string calldata) external pure returns (bool);
    function parseTomlBoolArray(string calldata, string calldata) external pure returns (bool[] memory);
    function parseTomlAddress(string calldata, string calldata) external pure returns (address);
    function parseTomlAddressArray(string calldata, string calldata) external pure returns (address[] memory);
    function parseTomlString(string calldata, string calldata) external pure returns (string memory);
    function parseTomlStringArray(string calldata, string calldata) external pure returns (string[] memory);
    function parseTomlBytes(string calldata, string calldata) external pure returns (bytes memory);
    function parseTomlBytesArray(string calldata, string calldata) external pure returns (bytes[] memory);
    function parseTomlBytes32(string calldata, string calldata) external pure returns (bytes32);
    function parseTomlBytes32Array(string calldata, string calldata) external pure returns (bytes32[] memory);
    function parseTomlType(string calldata, string calldata) external pure returns (bytes memory);
    function parseTomlType(string calldata, string calldata, string calldata) external pure returns (bytes memory);
    function parseTomlTypeArray(string calldata, string calldata, string calldata) external pure returns (bytes memory);
    function parseTomlKeys(string calldata, string calldata) external pure returns (string[] memory);
    function keyExistsToml(string calldata, string calldata) external pure returns (bool);
    function serializeUint(string calldata, string calldata, uint256) external returns (string memory);
    function serializeUint(string calldata, string calldata, uint256[] calldata) external returns (string memory);
    function serializeInt(string calldata, string calldata, int256) external returns (string memory);
    function serializeInt(string calldata, string calldata, int256[] calldata) external returns (string memory);
    function serializeBool(string calldata, string calldata, bool) external returns (string memory);
    function serializeBool(string calldata, string calldata, bool[] calldata) external returns (string memory);
    function serializeAddress(string calldata, string calldata, address) external returns (string memory);
    function serializeAddress(string calldata, string calldata, address[] calldata) external returns (string memory);
    function serializeString(string calldata, string calldata, string calldata) external returns (string memory);
    function serializeString(string calldata, string calldata, string[] calldata) external returns (string memory);
    function serializeBytes(string calldata, string calldata, bytes calldata) external returns (string memory);
    function serializeBytes(string calldata, string calldata, bytes[] calldata) external returns (string memory);
    function serializeBytes32(string calldata, string calldata, bytes32) external returns (string memory);
    function serializeBytes32(string calldata, string calldata, bytes32[] calldata) external returns (string memory);
    function serializeUintToHex(string calldata, string calldata, uint256) external returns (string memory);
    function serializeJson(string calldata, string calldata) external returns (string memory);
    function serializeJsonType(string calldata, bytes calldata) external returns (string memory);
    function serializeJsonType(string calldata, string calldata, string calldata, bytes calldata) external returns (string memory);
}
`;

const testBase = `
/// What tests of contracts are derived from: \`contract TokenTest is Test { function setUp() public {…} function test_Transfer() public {…} }\`.
/// Assertions and cheat codes go to the test runner (\`chainside test\`); docs/contract-tests.md of Chainside has the table.
abstract contract Test {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    /// The same cheat codes under the name of the chain.
    Vm internal constant fisco = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    bool public IS_TEST = true;

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    address[] private _targets;
    address[] private _excluded;
    address[] private _senders;
    address[] private _excludedSenders;
    FuzzSelector[] private _selectors;
    FuzzSelector[] private _excludedSelectors;

    function fail() internal pure { vm.assertTrue(false); }
    function fail(string memory message) internal pure { vm.assertTrue(false, message); }

    function assertTrue(bool a) internal pure { vm.assertTrue(a); }
    function assertTrue(bool a, string memory message) internal pure { vm.assertTrue(a, message); }
    function assertFalse(bool a) internal pure { vm.assertFalse(a); }
    function assertFalse(bool a, string memory message) internal pure { vm.assertFalse(a, message); }
    function assertEq(bool a, bool b) internal pure { vm.assertEq(a, b); }
    function assertEq(bool a, bool b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(uint256 a, uint256 b) internal pure { vm.assertEq(a, b); }
    function assertEq(uint256 a, uint256 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(int256 a, int256 b) internal pure { vm.assertEq(a, b); }
    function assertEq(int256 a, int256 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(address a, address b) internal pure { vm.assertEq(a, b); }
    function assertEq(address a, address b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes32 a, bytes32 b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes32 a, bytes32 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(string memory a, string memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(string memory a, string memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes memory a, bytes memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes memory a, bytes memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bool[] memory a, bool[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bool[] memory a, bool[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(uint256[] memory a, uint256[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(uint256[] memory a, uint256[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(int256[] memory a, int256[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(int256[] memory a, int256[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(address[] memory a, address[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(address[] memory a, address[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes32[] memory a, bytes32[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes32[] memory a, bytes32[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(string[] memory a, string[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(string[] memory a, string[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes[] memory a, bytes[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes[] memory a, bytes[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertNotEq(bool a, bool b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bool a, bool b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(uint256 a, uint256 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(uint256 a, uint256 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(int256 a, int256 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(int256 a, int256 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(address a, address b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(address a, address b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes32 a, bytes32 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes32 a, bytes32 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(string memory a, string memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(string memory a, string memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes memory a, bytes memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes memory a, bytes memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bool[] memory a, bool[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bool[] memory a, bool[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(uint256[] memory a, uint256[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(uint256[] memory a, uint256[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(int256[] memory a, int256[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(int256[] memory a, int256[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(address[] memory a, address[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(address[] memory a, address[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes32[] memory a, bytes32[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes32[] memory a, bytes32[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(string[] memory a, string[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(string[] memory a, string[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes[] memory a, bytes[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes[] memory a, bytes[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertLt(uint256 a, uint256 b) internal pure { vm.assertLt(a, b); }
    function assertLt(uint256 a, uint256 b, string memory message) internal pure { vm.assertLt(a, b, message); }
    function assertLe(uint256 a, uint256 b) internal pure { vm.assertLe(a, b); }
    function assertLe(uint256 a, uint256 b, string memory message) internal pure { vm.assertLe(a, b, message); }
    function assertGt(uint256 a, uint256 b) internal pure { vm.assertGt(a, b); }
    function assertGt(uint256 a, uint256 b, string memory message) internal pure { vm.assertGt(a, b, message); }
    function assertGe(uint256 a, uint256 b) internal pure { vm.assertGe(a, b); }
    function assertGe(uint256 a, uint256 b, string memory message) internal pure { vm.assertGe(a, b, message); }
    function assertApproxEqAbs(uint256 a, uint256 b, uint256 c) internal pure { vm.assertApproxEqAbs(a, b, c); }
    function assertApproxEqAbs(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqAbs(a, b, c, message); }
    function assertApproxEqRel(uint256 a, uint256 b, uint256 c) internal pure { vm.assertApproxEqRel(a, b, c); }
    function assertApproxEqRel(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqRel(a, b, c, message); }
    function assertEqDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertEqDecimal(a, b, c); }
    function assertEqDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertEqDecimal(a, b, c, message); }
    function assertNotEqDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertNotEqDecimal(a, b, c); }
    function assertNotEqDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertNotEqDecimal(a, b, c, message); }
    function assertLtDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertLtDecimal(a, b, c); }
    function assertLtDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertLtDecimal(a, b, c, message); }
    function assertLeDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertLeDecimal(a, b, c); }
    function assertLeDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertLeDecimal(a, b, c, message); }
    function assertGtDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertGtDecimal(a, b, c); }
    function assertGtDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertGtDecimal(a, b, c, message); }
    function assertGeDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertGeDecimal(a, b, c); }
    function assertGeDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertGeDecimal(a, b, c, message); }
    function assertLt(int256 a, int256 b) internal pure { vm.assertLt(a, b); }
    function assertLt(int256 a, int256 b, string memory message) internal pure { vm.assertLt(a, b, message); }
    function assertLe(int256 a, int256 b) internal pure { vm.assertLe(a, b); }
    function assertLe(int256 a, int256 b, string memory message) internal pure { vm.assertLe(a, b, message); }
    function assertGt(int256 a, int256 b) internal pure { vm.assertGt(a, b); }
    function assertGt(int256 a, int256 b, string memory message) internal pure { vm.assertGt(a, b, message); }
    function assertGe(int256 a, int256 b) internal pure { vm.assertGe(a, b); }
    function assertGe(int256 a, int256 b, string memory message) internal pure { vm.assertGe(a, b, message); }
    function assertApproxEqAbs(int256 a, int256 b, uint256 c) internal pure { vm.assertApproxEqAbs(a, b, c); }
    function assertApproxEqAbs(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqAbs(a, b, c, message); }
    function assertApproxEqRel(int256 a, int256 b, uint256 c) internal pure { vm.assertApproxEqRel(a, b, c); }
    function assertApproxEqRel(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqRel(a, b, c, message); }
    function assertEqDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertEqDecimal(a, b, c); }
    function assertEqDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertEqDecimal(a, b, c, message); }
    function assertNotEqDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertNotEqDecimal(a, b, c); }
    function assertNotEqDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertNotEqDecimal(a, b, c, message); }
    function assertLtDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertLtDecimal(a, b, c); }
    function assertLtDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertLtDecimal(a, b, c, message); }
    function assertLeDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertLeDecimal(a, b, c); }
    function assertLeDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertLeDecimal(a, b, c, message); }
    function assertGtDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertGtDecimal(a, b, c); }
    function assertGtDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertGtDecimal(a, b, c, message); }
    function assertGeDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertGeDecimal(a, b, c); }
    function assertGeDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertGeDecimal(a, b, c, message); }

    /// The address that belongs to a name; it bears the name in traces.
    function makeAddr(string memory name) internal returns (address account) {
        (account, ) = makeAddrAndKey(name);
    }

    function makeAddrAndKey(string memory name) internal returns (address account, uint256 privateKey) {
        privateKey = uint256(keccak256(abi.encodePacked(name)));
        account = vm.addr(privateKey);
        vm.label(account, name);
    }

    function deal(address account, uint256 balance) internal { vm.deal(account, balance); }

    /// The next message comes from the account, which has something to spend.
    function hoax(address account) internal { hoax(account, 1 << 128); }
    function hoax(address account, uint256 balance) internal { vm.deal(account, balance); vm.prank(account); }
    function startHoax(address account) internal { startHoax(account, 1 << 128); }
    function startHoax(address account, uint256 balance) internal { vm.deal(account, balance); vm.startPrank(account); }

    /// Moves the time that contracts see: milliseconds on most chains.
    function skip(uint256 time) internal { vm.warp(vm.getBlockTimestamp() + time); }
    function rewind(uint256 time) internal { vm.warp(vm.getBlockTimestamp() - time); }

    /// A number between two others, made of any number.
    function bound(uint256 x, uint256 min, uint256 max) internal pure returns (uint256) {
        require(min <= max, "bound: max is less than min");
        if (x >= min && x <= max) return x;
        uint256 size = max - min;
        if (size == ~uint256(0)) return x;
        return min + (x % (size + 1));
    }

    function bound(int256 x, int256 min, int256 max) internal pure returns (int256) {
        require(min <= max, "bound: max is less than min");
        uint256 sign = 1 << 255;
        return int256(bound(uint256(x) ^ sign, uint256(min) ^ sign, uint256(max) ^ sign) ^ sign);
    }

    /// What random sequences of calls (\`invariant_…\`) may call; everything that \`setUp\` made without.
    function targetContract(address target) internal { _targets.push(target); }
    function excludeContract(address target) internal { _excluded.push(target); }
    function targetSender(address sender) internal { _senders.push(sender); }
    function excludeSender(address sender) internal { _excludedSenders.push(sender); }
    function targetSelector(FuzzSelector memory selector) internal { _selectors.push(selector); }
    function excludeSelector(FuzzSelector memory selector) internal { _excludedSelectors.push(selector); }
    function targetContracts() public view returns (address[] memory) { return _targets; }
    function excludeContracts() public view returns (address[] memory) { return _excluded; }
    function targetSenders() public view returns (address[] memory) { return _senders; }
    function excludeSenders() public view returns (address[] memory) { return _excludedSenders; }
    function targetSelectors() public view returns (FuzzSelector[] memory) { return _selectors; }
    function excludeSelectors() public view returns (FuzzSelector[] memory) { return _excludedSelectors; }
}
`;

const mixedTypes = ["uint256", "string", "bool", "address"];
const located = (type: string): string => (type === "string" || type === "bytes" ? `${type} memory` : type);

/** One way to call console.log. */
function printer(name: string, types: readonly string[], signature = `log(${types.join(",")})`): string {
  const names = ["a", "b", "c", "d"].slice(0, types.length);
  const parameters = types.map((type, index) => `${located(type)} ${names[index]}`).join(", ");
  const values = [`"${signature}"`, ...names].join(", ");
  return `    function ${name}(${parameters}) internal view { _send(abi.encodeWithSignature(${values})); }`;
}

function printers(): string {
  const lists = [1, 2, 3, 4].reduce<{ all: string[][]; last: string[][] }>(
    ({ all, last }) => {
      const next = last.flatMap((list) => mixedTypes.map((type) => [...list, type]));
      return { all: [...all, ...next], last: next };
    },
    { all: [], last: [[]] },
  ).all;
  const named = ["int256", "uint256", "string", "bool", "address"].map((type) => {
    const word = type.replace("256", "");
    return printer(`log${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, [type]);
  });
  const bytes = ["bytes", "bytes4", "bytes32"].map((type) => {
    const name = `log${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
    return printer(name, [type], `${name}(${type})`);
  });
  const rest = [printer("log", []), printer("log", ["int256"]), printer("log", ["string", "int256"])];
  return [...lists.map((list) => printer("log", list)), ...named, ...bytes, ...rest].join("\n");
}

const consoleLibrary = `
/// Prints while a test runs: console.log("balance", balance).
library console {
    function _send(bytes memory payload) private view {
        address printer = 0x000000000000000000636F6e736F6c652e6c6f67;
        assembly {
            pop(staticcall(gas(), printer, add(payload, 32), mload(payload), 0, 0))
        }
    }

`;

/** `fisco/console.sol` without its ways to print. */
export const emptyConsole = `${head}${consoleLibrary}}\n`;

/** The text of a source for tests, by its name; undefined for any other name. */
export function testSource(name: string): string | undefined {
  switch (name) {
    case "fisco/Vm.sol":
      return head + cheatCodes;
    case "fisco/Test.sol":
      return `${head}\nimport "fisco/Vm.sol";\nimport "fisco/console.sol";\n${testBase}`;
    case "fisco/console.sol":
      return `${head}${consoleLibrary}${printers()}\n}\n`;
    default:
      return undefined;
  }
}
