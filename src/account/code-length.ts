/** Characters of a verification code (specification §5). */
export const codeLength = 6
