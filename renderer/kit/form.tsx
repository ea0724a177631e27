import { createContext, use, useState, type ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  /** While what it promises is not done, the form is not sent again and its key says so. */
  readonly onSubmit: () => unknown
}

const Sending = createContext(false)

/** Whether the form around has been sent and not been answered yet. */
export const useIsSending = () => use(Sending)

/** Sent by Enter or its button; what is wrong in it is said by its fields, not by the browser. */
export function Form({ onSubmit, ...rest }: FormProps) {
  const [isSending, setSending] = useState(false)
  const send = async () => {
    const sent = onSubmit()
    if (!(sent instanceof Promise)) return
    setSending(true)
    await sent.finally(() => setSending(false))
  }
  return (
    <Sending value={isSending}>
      <form
        {...rest}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) void send()
        }}
      />
    </Sending>
  )
}
