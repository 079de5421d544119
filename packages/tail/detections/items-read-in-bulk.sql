-- Many items read: Someone read 20 items within ten minutes.
SELECT id, time, who
FROM (
  SELECT id, time, event #>> '{actor,user,uid}' AS who,
    (
      SELECT count(DISTINCT other.event #>> '{web_resources,0,uid}')
      FROM keywright_events AS other
      WHERE (other.event ->> 'type_uid')::int = 600102
        AND other.event #>> '{actor,user,uid}' = read.event #>> '{actor,user,uid}'
        AND other.time BETWEEN read.time - INTERVAL '10 minutes' AND read.time
    ) AS items
  FROM keywright_events AS read
  WHERE (event ->> 'type_uid')::int = 600102 AND event #>> '{actor,user,uid}' <> 'unknown'
) AS reads
WHERE items >= 20
