import { createContext, useContext } from 'react'

const SignOut = createContext<() => void>(() => undefined)

/** Provides the sign-out to the pages inside the shell. The shell shows the questions about unsent work. */
export const SignOutProvider = SignOut.Provider

/** Signs the coach out. Asks first if something is unsent. */
export const useSignOutAction = (): (() => void) => useContext(SignOut)
