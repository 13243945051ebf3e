import { createContext } from 'react'

/** The error texts of a form, by field name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})
