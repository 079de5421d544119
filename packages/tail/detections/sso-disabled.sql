-- Single sign-on disabled: People can sign in without the identity provider.
SELECT id, time, event #>> '{actor,user,email_addr}' AS who
FROM keywright_events
WHERE (event ->> 'type_uid')::int = 300409 AND event #>> '{metadata,event_code}' = 'disblsso'
