/** The errors of OAuth that Cognito's endpoints return. */
type OAuthErrorName =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An error of the hosted sign-in. `message` is the `error_description`, which may be empty. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly error: OAuthErrorName
  constructor(error: OAuthErrorName, description = '') {
    super(description)
    this.error = error
  }
}
