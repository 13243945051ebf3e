/**
 * The loyalty provider's error numbers (`ErrorDesc.Number`). The specification defines those of `emailExists`
 * and `accountLocked`. We have chosen the others, so the provider may return different numbers.
 */
export const loyaltyErrors = {
  invalidBody: '200031',
  invalidVendorCredential: '200032',
  tokenExpired: '200033',
  invalidToken: '200034',
  userUnknown: '200035',
  passwordWrong: '200036',
  accountLocked: '200037',
  passwordWeak: '200038',
  resetTokenWrong: '200039',
  resetTokenExpired: '200040',
  otherProfile: '200041',
  invalidRefreshToken: '200042',
  tooManyRequests: '200043',
  surveyAnswerUnknown: '200045',
  emailExists: '200049',
  notFound: '200404',
  failed: '200500',
} as const
export type LoyaltyErrorName = keyof typeof loyaltyErrors
