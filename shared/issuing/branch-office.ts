/** Codes of branches as the tax authority gives them: CdgSIISucur, nine digits. */
export const BRANCH_OFFICE_MAX = 999_999_999
