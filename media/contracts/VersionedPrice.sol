// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.12;

import "fisco/BFS.sol";
import "fisco/Cast.sol";

/// @notice What every version of the price does.
interface IPrice {
    function priceOf(uint256 pieces) external view returns (uint256);
}

/// @title The first version of the price
contract PriceV1 is IPrice {
    function priceOf(uint256 pieces) external pure returns (uint256) {
        return pieces * 100;
    }
}

/// @title The second version: less for many
contract PriceV2 is IPrice {
    function priceOf(uint256 pieces) external pure returns (uint256) {
        return pieces * (pieces < 10 ? 100 : 90);
    }
}

/// @title A shop whose price can be exchanged, by version links of the chain's own file system
/// @notice Every version stays at /apps/<name>/<version>, for everyone to see and to go back to. The shop knows the path alone, and looks where
/// it leads at every call: no proxy, no storage that two contracts share.
contract Shop {
    BFS private constant bfs = BFS(address(0x100e));
    Cast private constant cast = Cast(address(0x100f));

    /// @notice A version was published, or is used from now on.
    event Published(string version, address price);
    event Used(string version);

    error NotOwner();
    error LinkFailed(int32 code);
    error NoSuchVersion(string version);

    address public immutable owner;
    /// @notice The folder of the links: /apps/<name>.
    string public name;
    string public version;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(string memory linkName) {
        owner = msg.sender;
        name = linkName;
    }

    /// @notice Links a price contract as a version and uses it from now on.
    function publish(string calldata newVersion, address price) external onlyOwner {
        int32 code = bfs.link(name, newVersion, cast.addrToString(price), "");
        if (code != 0) revert LinkFailed(code);
        emit Published(newVersion, price);
        use(newVersion);
    }

    /// @notice Uses a version that was published: back to an earlier one, too.
    function use(string calldata wanted) public onlyOwner {
        if (linkOf(wanted) == address(0)) revert NoSuchVersion(wanted);
        version = wanted;
        emit Used(wanted);
    }

    /// @notice What pieces cost by the version in use.
    function priceOf(uint256 pieces) external view returns (uint256) {
        return IPrice(linkOf(version)).priceOf(pieces);
    }

    function linkOf(string memory wanted) private view returns (address) {
        return bfs.readlink(string.concat("/apps/", name, "/", wanted));
    }
}
