/** Tells a password manager under which name to save the new password of a form. */
export const SavedUnder = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
