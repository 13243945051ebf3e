import { createContext, useContext } from 'react'

const SignOut = createContext<() => void>(() => undefined)

/** Gives the pages inside the shell the sign-out; the shell shows the questions about unsent work. */
export const SignOutProvider = SignOut.Provider

/** Signs the coach out, after a question where something was not sent yet. */
export const useSignOutAction = (): (() => void) => useContext(SignOut)
