import { createContext } from 'react'

/** What is wrong with the fields of a form, as texts by the names of the fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})
