import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ContractInterface } from "./contractInterface";
import { writtenEvent } from "./writtenEvent";
import { writtenFunction } from "./writtenFunction";

/** What standards of contracts declare (ERC-20, 165, 721, 1155, 1967, 2535, 2612, 5267) and their usual libraries add, in Solidity. */
const functions = [
  // ERC-20, with the allowance changes of older libraries, and ERC-2612
  "name() view returns (string)",
  "symbol() view returns (string)",
  "decimals() view returns (uint8)",
  "totalSupply() view returns (uint256)",
  "balanceOf(address account) view returns (uint256)",
  "allowance(address owner, address spender) view returns (uint256)",
  "transfer(address to, uint256 value) returns (bool)",
  "transferFrom(address from, address to, uint256 value) returns (bool)",
  "approve(address spender, uint256 value) returns (bool)",
  "increaseAllowance(address spender, uint256 addedValue) returns (bool)",
  "decreaseAllowance(address spender, uint256 subtractedValue) returns (bool)",
  "permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "nonces(address owner) view returns (uint256)",
  "DOMAIN_SEPARATOR() view returns (bytes32)",
  "mint(address to, uint256 amount)",
  "burn(uint256 amount)",
  "burnFrom(address account, uint256 value)",
  // ERC-165 and ERC-721
  "supportsInterface(bytes4 interfaceId) view returns (bool)",
  "ownerOf(uint256 tokenId) view returns (address)",
  "tokenURI(uint256 tokenId) view returns (string)",
  "getApproved(uint256 tokenId) view returns (address)",
  "isApprovedForAll(address owner, address operator) view returns (bool)",
  "setApprovalForAll(address operator, bool approved)",
  "safeTransferFrom(address from, address to, uint256 tokenId)",
  "safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
  "onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)",
  // ERC-1155
  "uri(uint256 id) view returns (string)",
  "balanceOf(address account, uint256 id) view returns (uint256)",
  "balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])",
  "safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)",
  "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)",
  // ownership, roles, pausing
  "owner() view returns (address)",
  "pendingOwner() view returns (address)",
  "transferOwnership(address newOwner)",
  "acceptOwnership()",
  "renounceOwnership()",
  "hasRole(bytes32 role, address account) view returns (bool)",
  "getRoleAdmin(bytes32 role) view returns (bytes32)",
  "grantRole(bytes32 role, address account)",
  "revokeRole(bytes32 role, address account)",
  "renounceRole(bytes32 role, address callerConfirmation)",
  "paused() view returns (bool)",
  "pause()",
  "unpause()",
  // proxies, batches
  "implementation() view returns (address)",
  "proxiableUUID() view returns (bytes32)",
  "upgradeTo(address newImplementation)",
  "upgradeToAndCall(address newImplementation, bytes data) payable",
  "upgradeAndCall(address proxy, address implementation, bytes data) payable",
  "diamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, bytes data)",
  "facets() view returns ((address facetAddress, bytes4[] functionSelectors)[])",
  "facetFunctionSelectors(address facet) view returns (bytes4[])",
  "facetAddresses() view returns (address[])",
  "facetAddress(bytes4 functionSelector) view returns (address)",
  "initialize()",
  "multicall(bytes[] data) returns (bytes[])",
] as const;

const events = [
  "Transfer(address indexed from, address indexed to, uint256 value)",
  "Approval(address indexed owner, address indexed spender, uint256 value)",
  "ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
  "TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
  "URI(string value, uint256 indexed id)",
  "OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)",
  "RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)",
  "RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)",
  "RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)",
  "Paused(address account)",
  "Unpaused(address account)",
  "Upgraded(address indexed implementation)",
  "AdminChanged(address previousAdmin, address newAdmin)",
  "BeaconUpgraded(address indexed beacon)",
  "DiamondCut((address facetAddress, uint8 action, bytes4[] functionSelectors)[] diamondCut, address init, bytes data)",
  "Initialized(uint64 version)",
  "Initialized(uint8 version)",
] as const;

/** What Solidity itself reverts with, and ERC-6093 with what OpenZeppelin 5 adds; their data is encoded as a function's is. */
const errors = [
  "Error(string message)",
  "Panic(uint256 code)",
  "ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "ERC20InvalidSender(address sender)",
  "ERC20InvalidReceiver(address receiver)",
  "ERC20InvalidApprover(address approver)",
  "ERC20InvalidSpender(address spender)",
  "ERC721InvalidOwner(address owner)",
  "ERC721NonexistentToken(uint256 tokenId)",
  "ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)",
  "ERC721InvalidSender(address sender)",
  "ERC721InvalidReceiver(address receiver)",
  "ERC721InsufficientApproval(address operator, uint256 tokenId)",
  "ERC721InvalidApprover(address approver)",
  "ERC721InvalidOperator(address operator)",
  "ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)",
  "ERC1155MissingApprovalForAll(address operator, address owner)",
  "OwnableUnauthorizedAccount(address account)",
  "OwnableInvalidOwner(address owner)",
  "AccessControlUnauthorizedAccount(address account, bytes32 neededRole)",
  "AccessControlBadConfirmation()",
  "EnforcedPause()",
  "ExpectedPause()",
  "InvalidInitialization()",
  "NotInitializing()",
  "ReentrancyGuardReentrantCall()",
  "ERC1967InvalidImplementation(address implementation)",
  "UUPSUnauthorizedCallContext()",
  "UUPSUnsupportedProxiableUUID(bytes32 slot)",
  "SafeERC20FailedOperation(address token)",
  "FailedCall()",
] as const;

/** What standards declare, each as an interface with that alone: `functions` and `errors` (as functions) decode call data and reasons. */
interface StandardInterfaces {
  readonly functions: readonly ContractInterface[];
  readonly events: readonly ContractInterface[];
  readonly errors: readonly ContractInterface[];
}

/** The functions, events, and errors of the usual standards, with the selectors of a suite. */
export function standardInterfaces(suite: CryptoSuite): StandardInterfaces {
  const called = (signature: string) => writtenFunction(signature, suite)?.abi ?? [];
  return {
    functions: functions.flatMap(called),
    events: events.flatMap((signature) => writtenEvent(signature, suite) ?? []),
    errors: errors.flatMap(called),
  };
}
