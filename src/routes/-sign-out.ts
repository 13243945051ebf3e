import { createContext, useContext } from 'react'

const SignOut = createContext<() => void>(() => undefined)

/** Hands the way out to the pages inside the shell: it is the shell that asks about unsent work. */
export const SignOutProvider = SignOut.Provider

/** Signs the coach out, after a question where something was not sent yet. */
export const useSignOut = (): (() => void) => useContext(SignOut)
