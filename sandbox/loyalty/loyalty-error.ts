import { loyaltyErrors, type LoyaltyErrorName } from '../../src/contract/loyalty/loyalty-errors.ts'
import { ServiceError } from '../person-services/service-error.ts'

type ErrorTemplate = { status?: number; message: string }

/**
 * The default status is 200, because the provider reports most errors only by `Type: 'ERROR'` in the body.
 */
const templates: Record<LoyaltyErrorName, ErrorTemplate> = {
  invalidBody: { status: 400, message: 'The request is not valid.' },
  invalidVendorCredential: { status: 401, message: 'The vendor credential is missing or wrong.' },
  tokenExpired: { status: 401, message: 'The access token has expired.' },
  invalidToken: { status: 401, message: 'The access token is missing or wrong.' },
  userUnknown: { message: 'There is no account with this user name.' },
  passwordWrong: { message: 'The password is wrong.' },
  accountLocked: { message: 'The account is locked.' },
  passwordWeak: { message: 'The password is too weak.' },
  resetTokenWrong: { message: 'The reset token is wrong.' },
  resetTokenExpired: { message: 'The reset token has expired.' },
  otherProfile: { status: 403, message: 'The access token belongs to another profile.' },
  invalidRefreshToken: { message: 'The refresh token is wrong or was used before.' },
  tooManyRequests: { message: 'Too many requests; try again later.' },
  surveyAnswerUnknown: { message: 'There is no such survey answer.' },
  emailExists: { message: 'There is an account with this e-mail address.' },
  notFound: { status: 404, message: 'There is no such call.' },
  failed: { status: 500, message: 'Internal error.' },
}

/** Creates a named error, with its number from the contract. */
export const createLoyaltyError = (name: LoyaltyErrorName): ServiceError => {
  const { status = 200, message } = templates[name]
  return new ServiceError(status, loyaltyErrors[name], message)
}

/** Creates the body of an error response in the loyalty provider's format. */
export const createLoyaltyErrorBody = ({ code, message, path }: ServiceError): object => ({
  Type: 'ERROR',
  ErrorDesc: {
    Number: Number(code),
    Description: message,
    ...(path === undefined ? {} : { Field: path }),
  },
})
