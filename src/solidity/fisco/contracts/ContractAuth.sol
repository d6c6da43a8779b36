// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;
pragma experimental ABIEncoderV2;

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
