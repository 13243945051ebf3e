/** Gives a password manager the name under which it saves the new password of a form. */
export const SavedUnder = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
