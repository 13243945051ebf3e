import { createContext, useContext } from 'react'

const SignOut = createContext<() => void>(() => undefined)

/** Hands the way out to the pages inside the shell, which shows the questions about unsent work. */
export const SignOutProvider = SignOut.Provider

/** Signs the coach out, after a question where something was not sent yet. */
export const useSignOutAction = (): (() => void) => useContext(SignOut)
