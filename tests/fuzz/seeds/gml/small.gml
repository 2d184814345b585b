Creator "by hand"
graph [
  directed 1
  node [ id 0 label "a &#228;" ]
  node [ id 1 label "b" ]
  edge [ source 0 target 1 weight 7 ]
]
